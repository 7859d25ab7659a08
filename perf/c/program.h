/* Timed random playouts and UCT of one game, to compare with mctsky. The file that includes this one includes its game first.
 *
 *   <game> playouts|listing|fastest N RNG_STATE
 *   <game> uct|listing-uct|fastest-uct ITERATIONS C RNG_STATE
 *
 * `playouts` and `uct` do the work of mctsky with its random numbers, `listing` lists the moves at every ply, `listing-uct` divides
 * and takes a root for every child, and the fastest do what is fastest. RNG_STATE is the raw 64-bit state of the generator. Prints one line of JSON: counts, of `playouts` and `uct` equal to
 * mctsky's, and seconds. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rng.h"
#include "uct.h"
#ifdef FASTEST
#include "fastest_uct.h" /* which names the root as uct.h does */
#endif

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef int64_t Playout(State *state, Rng *rng, double *values);

typedef struct {
    double wall, cpu;
} Times;

static Times times_since(Times begun) {
    return (Times){now(CLOCK_MONOTONIC) - begun.wall, now(CLOCK_PROCESS_CPUTIME_ID) - begun.cpu};
}

/* Play `n` games from the start by `play_out`. */
static inline void run_playouts(Playout *play_out, int64_t n, uint64_t rng_state) {
    Rng rng = {rng_state};
    double totals[2] = {0.0, 0.0};
    int64_t plies = 0, squares = 0;
    Times begun = times_since((Times){0, 0});
    for (int64_t index = 0; index < n; index++) {
        State state = {0};
        double values[2];
        int64_t length = play_out(&state, &rng, values);
        plies += length;
        squares += length * length;
        totals[0] += values[0];
        totals[1] += values[1];
    }
    Times taken = times_since(begun);
    printf("{\"playouts\": %" PRId64 ", \"totals\": [%.1f, %.1f], \"plies\": %" PRId64 ", \"squares\": %" PRId64
           ", \"rng\": %" PRIu64 ", \"seconds\": %.9f, \"cpu_seconds\": %.9f}\n",
           n, totals[0], totals[1], plies, squares, rng.state, taken.wall, taken.cpu);
}

/* One number for the whole tree: words times powers of an odd constant. */
static uint64_t checksum(const Tree *tree) {
    uint64_t sum = 0, word;
    const char *bytes = (const char *)tree->nodes;
    for (size_t offset = 0; offset < (size_t)tree->n_nodes * sizeof(Node); offset += sizeof word) {
        memcpy(&word, bytes + offset, sizeof word);
        sum = sum * UINT64_C(0x9E3779B97F4A7C15) + word;
    }
    return sum;
}

static inline void run_uct(bool tables, int64_t iterations, double c, uint64_t rng_state) {
    static Tree tree;
    State start = {0};
    Times begun = times_since((Times){0, 0});
    start_tree(&tree, rng_state, c);
    for (int64_t index = 0; index < iterations; index++)
        iterate(&tree, &start, tables);
    Times taken = times_since(begun);
    double totals[2] = {0.0, 0.0};
    printf("{\"iterations\": %" PRId64 ", \"nodes\": %" PRId64 ", \"visits\": [", iterations, tree.n_nodes);
    for (int move = 0; move < N_CODES; move++) {
        printf("%s%" PRId64, move ? ", " : "", tree.rows[move].visits);
        totals[0] += tree.rows[move].sums[0];
        totals[1] += tree.rows[move].sums[1];
    }
    printf("], \"totals\": [%.1f, %.1f], \"plies\": %" PRId64 ", \"rng\": %" PRIu64 ", \"checksum\": %" PRIu64
           ", \"seconds\": %.9f, \"cpu_seconds\": %.9f}\n",
           totals[0], totals[1], tree.plies, tree.rng.state, checksum(&tree), taken.wall, taken.cpu);
    free(tree.nodes);
}

#ifdef FASTEST
static void run_fastest_uct(int64_t iterations, double c, uint64_t rng_state) {
    static FastTree tree;
    State start = {0};
    Times begun = times_since((Times){0, 0});
    tree = (FastTree){.n_nodes = 1, .capacity = FIRST_CAPACITY, .c = (float)c, .rng = {rng_state}};
    for (int n = 1; n < LOG_SIZE; n++)
        tree.roots[n] = sqrtf(logf((float)n));
    tree.nodes = malloc(FIRST_CAPACITY * sizeof(FastNode));
    tree.nodes[ROOT] = (FastNode){0};
    for (int64_t index = 0; index < iterations; index++)
        fast_iterate(&tree, &start);
    Times taken = times_since(begun);
    int64_t visits[N_CODES] = {0}, points = 0;
    for (int index = 0; index < tree.nodes[ROOT].n_children; index++) {
        const FastNode *child = &tree.nodes[tree.nodes[ROOT].first_child + (uint32_t)index];
        visits[child->move] = child->visits;
        points += child->points;
    }
    printf("{\"iterations\": %" PRId64 ", \"nodes\": %" PRId64 ", \"visits\": [", iterations, tree.n_nodes);
    for (int move = 0; move < N_CODES; move++)
        printf("%s%" PRId64, move ? ", " : "", visits[move]);
    printf("], \"totals\": [%.1f, %.1f], \"plies\": %" PRId64 ", \"seconds\": %.9f, \"cpu_seconds\": %.9f}\n", 0.5 * (double)points,
           (double)iterations - 0.5 * (double)points, tree.plies, taken.wall, taken.cpu);
    free(tree.nodes);
}
#endif

/* Do what the arguments ask for; return the exit code. The fastest are a program of their own (-DFASTEST): side by side with them
 * gcc makes code for the others that is a sixth slower. */
static int run(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int64_t n = argc > 2 ? strtoll(argv[2], NULL, 10) : 0;
    double c = argc > 3 ? strtod(argv[3], NULL) : 0.0;
    uint64_t rng_state = argc > 3 ? strtoull(argv[argc - 1], NULL, 10) : 0;
#ifdef FASTEST
    if (argc == 4 && strcmp(what, "fastest") == 0)
        run_playouts(fastest_playout, n, rng_state);
    else if (argc == 5 && strcmp(what, "fastest-uct") == 0)
        run_fastest_uct(n, c, rng_state);
#else
    if (argc == 4 && strcmp(what, "playouts") == 0)
        run_playouts(playout, n, rng_state);
#ifdef LISTING
    else if (argc == 4 && strcmp(what, "listing") == 0)
        run_playouts(LISTING, n, rng_state);
#endif
    else if (argc == 5 && strcmp(what, "uct") == 0)
        run_uct(true, n, c, rng_state);
    else if (argc == 5 && strcmp(what, "listing-uct") == 0)
        run_uct(false, n, c, rng_state);
#endif
    else {
        fprintf(stderr, "usage: see program.h; %s does not know this\n", argv[0]);
        return 2;
    }
    return 0;
}

#endif
