/* UCT that keeps the score of a node in two parts, the mean and the root of 1 / visits, in single precision: choosing among children
 * is a multiplication and an addition each. The same algorithm as uct.h, other roundings and another layout. */
#ifndef FASTEST_UCT_H
#define FASTEST_UCT_H

#include <string.h>

#include "fastest.h" /* and before this file a game, as for uct.h, with fastest_playout */

typedef struct {
    float mean, width; /* of the seat that chooses this edge; width is sqrt(1 / visits) */
    uint32_t points;   /* two for a win, one for a draw */
    uint32_t visits;
    uint32_t first_child;
    uint16_t move, n_children;
} FastNode;

typedef struct {
    FastNode *nodes;
    int64_t n_nodes, capacity, plies;
    float c;
    Rng rng;
    uint32_t path[MAX_PLIES + 1];
    float roots[LOG_SIZE]; /* of logarithms */
} FastTree;

static inline float root_of_log(const FastTree *tree, uint32_t n) {
    return n < LOG_SIZE ? tree->roots[n] : sqrtf(logf((float)n));
}

static inline void fast_expand(FastTree *tree, const State *state, uint32_t node) {
    int32_t moves[MAX_LEGAL];
    int n = legal_moves(state, moves);
    if (tree->n_nodes + n > tree->capacity) {
        tree->capacity *= 2;
        tree->nodes = realloc(tree->nodes, (size_t)tree->capacity * sizeof(FastNode));
        if (tree->nodes == NULL) {
            fputs("out of memory\n", stderr);
            exit(1);
        }
    }
    tree->nodes[node].first_child = (uint32_t)tree->n_nodes;
    tree->nodes[node].n_children = (uint16_t)n;
    for (int index = 0; index < n; index++)
        tree->nodes[tree->n_nodes++] = (FastNode){.move = (uint16_t)moves[index]};
}

/* `tried` children, each after its first visit, stand in front. */
static inline uint32_t fast_select(FastTree *tree, uint32_t node, uint32_t tried) {
    FastNode *nodes = tree->nodes, *parent = &nodes[node];
    uint32_t first = parent->first_child, size = parent->n_children;
    if (tried < size) {
        uint32_t place = first + tried, child = place + (uint32_t)((fast_u64(&tree->rng) >> 32) * (size - tried) >> 32);
        uint16_t move = nodes[child].move;
        nodes[child].move = nodes[place].move;
        nodes[place].move = move;
        return place;
    }
    float spread = tree->c * root_of_log(tree, parent->visits), best_score = -1.0f;
    uint32_t best = first;
    for (uint32_t child = first; child < first + size; child++) {
        float score = nodes[child].mean + spread * nodes[child].width;
        if (score > best_score) {
            best = child;
            best_score = score;
        }
    }
    return best;
}

static inline void fast_iterate(FastTree *tree, const State *start) {
    State world = *start;
    uint32_t node = ROOT, n_path = 0;
    int64_t seat = world.actor;
    double values[2];
    while (world.actor != NOBODY) {
        uint32_t visits = tree->nodes[node].visits;
        if (tree->nodes[node].first_child == 0) {
            if (visits == 0 && node != ROOT)
                break;
            fast_expand(tree, &world, node);
        }
        node = fast_select(tree, node, visits - (node != ROOT)); /* each visit after the first has tried one child */
        tree->path[n_path++] = node;
        play(&world, tree->nodes[node].move);
    }
    tree->plies += n_path + fastest_playout(&world, &tree->rng, values);
    tree->nodes[ROOT].visits++;
    uint32_t points[2] = {(uint32_t)(2.0 * values[seat]), (uint32_t)(2.0 * values[1 - seat])};
    for (uint32_t index = 0; index < n_path; index++) { /* the seats take turns */
        FastNode *edge = &tree->nodes[tree->path[index]];
        float share = 1.0f / (float)++edge->visits;
        edge->points += points[index & 1];
        edge->mean = 0.5f * (float)edge->points * share;
        edge->width = sqrtf(share);
    }
}

#endif
