/* UCT on one array of 24-byte nodes: step for step run_mcts of mctsky/search/mcts.py with plain options, so that the same
 * seed builds the same tree, byte for byte. */
#ifndef UCT_H
#define UCT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rng.h" /* and before this file a game: State, legal_moves, play, playout, and the bounds used below */

enum { ROOT = 0, CODE_BITS = 16, CODE_MASK = 0xFFFF, VALUE_ONE = 1 << 17, LOG_SIZE = 4096, FIRST_CAPACITY = 4096 };

typedef struct {
    int64_t value_and_move; /* sum of values in units of 1 / VALUE_ONE, times 2^16, plus the move */
    uint32_t visits;
    uint32_t available; /* n_tried * 2^16 + n_children */
    int32_t first_child;
    int32_t next_sibling; /* unused here; lists of the other searches */
} Node;

_Static_assert(sizeof(Node) == 24, "the nodes of both programs are compared byte for byte");

typedef struct {
    int32_t node;
    int32_t seat;
} Step;

typedef struct { /* one move of the root, for the answer */
    int64_t visits;
    double sums[2];
    double squares[2];
} Row;

typedef struct {
    Node *nodes;
    int64_t n_nodes, capacity, n_path, plies;
    double c;
    Rng rng;
    Step path[MAX_PLIES + 1];
    Row rows[N_CODES];
    double logs[LOG_SIZE], shares[LOG_SIZE], widths[LOG_SIZE];
} Tree;

static inline double log_of(const Tree *tree, uint64_t n) {
    int shift = 63 - __builtin_clzll(n) - 11;
    return shift <= 0 ? tree->logs[n] : tree->logs[n >> shift] + shift * 0.6931471805599453;
}

static void reserve(Tree *tree, int64_t capacity) {
    tree->nodes = realloc(tree->nodes, (size_t)capacity * sizeof(Node));
    if (tree->nodes == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    tree->capacity = capacity;
}

static void start_tree(Tree *tree, uint64_t rng_state, double c) {
    *tree = (Tree){.n_nodes = 1, .c = c, .rng = {rng_state}};
    for (int n = 1; n < LOG_SIZE; n++) {
        tree->logs[n] = rint(log(n) * (1 << 30)) / (1 << 30);
        tree->shares[n] = 1.0 / n;
        tree->widths[n] = sqrt(tree->shares[n]);
    }
    reserve(tree, FIRST_CAPACITY);
    tree->nodes[ROOT] = (Node){0};
}

static inline void expand(Tree *tree, const State *state, int32_t node) {
    int32_t moves[MAX_LEGAL];
    int n = legal_moves(state, moves);
    if (tree->n_nodes + n > tree->capacity)
        reserve(tree, 2 * tree->capacity);
    tree->nodes[node].first_child = (int32_t)tree->n_nodes;
    tree->nodes[node].available = (uint32_t)n;
    for (int index = 0; index < n; index++)
        tree->nodes[tree->n_nodes++] = (Node){.value_and_move = moves[index]};
}

/* A random untried child, moved behind the tried ones; else the one with the highest score. Reciprocals and their roots come from
 * tables, or from a division and a root for every child, as they did before. */
static inline int32_t select_child(Tree *tree, int32_t node, bool tables) {
    Node *nodes = tree->nodes, *parent = &nodes[node];
    int32_t first = parent->first_child;
    int size = (int)(parent->available & 0xFFFF), tried = (int)(parent->available >> 16);
    if (tried < size) {
        int32_t place = first + tried, child = place + below(&tree->rng, size - tried);
        int64_t code = nodes[child].value_and_move;
        nodes[child].value_and_move = nodes[place].value_and_move;
        nodes[place].value_and_move = code;
        parent->available += 1 << 16;
        return place;
    }
    double explored = tree->c * tree->c * log_of(tree, parent->visits), spread = sqrt(explored);
    double best_score = -1.0;
    int32_t best = first;
    for (int32_t child = first; child < first + size; child++) {
        uint32_t visits = nodes[child].visits;
        bool known = tables && visits < LOG_SIZE;
        double share = known ? tree->shares[visits] : 1.0 / (double)visits;
        double bonus = known ? spread * tree->widths[visits] : tables ? spread * sqrt(share) : sqrt(explored * share);
        double score = (double)(nodes[child].value_and_move >> CODE_BITS) * (1.0 / VALUE_ONE * share) + bonus;
        if (score > best_score) {
            best = child;
            best_score = score;
        }
    }
    return best;
}

static inline void backup(Tree *tree, const double *values, int row) {
    for (int64_t index = 0; index < tree->n_path; index++) {
        Node *node = &tree->nodes[tree->path[index].node];
        node->visits++;
        node->value_and_move += (int64_t)((uint64_t)(int64_t)(values[tree->path[index].seat] * VALUE_ONE + 0.5) << CODE_BITS);
    }
    if (row < 0)
        return;
    tree->rows[row].visits++;
    for (int seat = 0; seat < 2; seat++) {
        tree->rows[row].sums[seat] += values[seat];
        tree->rows[row].squares[seat] += values[seat] * values[seat];
    }
}

static inline void iterate(Tree *tree, const State *start, bool tables) {
    State world = *start;
    double values[2];
    int32_t node = ROOT;
    int row = -1;
    tree->n_path = 0;
    tree->nodes[ROOT].visits++;
    while (world.actor != NOBODY) {
        if (tree->nodes[node].first_child == 0) {
            if (tree->nodes[node].visits == 0)
                break;
            expand(tree, &world, node);
        }
        int32_t child = select_child(tree, node, tables);
        int move = (int)(tree->nodes[child].value_and_move & CODE_MASK);
        tree->path[tree->n_path++] = (Step){child, (int32_t)world.actor};
        if (row < 0)
            row = move;
        play(&world, move);
        node = child;
    }
    tree->plies += tree->n_path + playout(&world, &tree->rng, values);
    backup(tree, values, row);
}

#endif
