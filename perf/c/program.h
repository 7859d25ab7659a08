/* Timed random playouts and UCT of one game, to compare with mctsky. The file that includes this one includes its game first.
 *
 *   <game> playouts N RNG_STATE
 *   <game> uct ITERATIONS C RNG_STATE
 *
 * RNG_STATE is the raw 64-bit state of splitmix64. Prints one line of JSON: counts that must equal mctsky's, and seconds. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rng.h"
#include "uct.h"

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
    int64_t plies = 0;
    Times begun = times_since((Times){0, 0});
    for (int64_t index = 0; index < n; index++) {
        State state = {0};
        double values[2];
        plies += play_out(&state, &rng, values);
        totals[0] += values[0];
        totals[1] += values[1];
    }
    Times taken = times_since(begun);
    printf("{\"playouts\": %" PRId64 ", \"totals\": [%.1f, %.1f], \"plies\": %" PRId64 ", \"rng\": %" PRIu64
           ", \"seconds\": %.9f, \"cpu_seconds\": %.9f}\n",
           n, totals[0], totals[1], plies, rng.state, taken.wall, taken.cpu);
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

static void run_uct(int64_t iterations, double c, uint64_t rng_state) {
    static Tree tree;
    State start = {0};
    Times begun = times_since((Times){0, 0});
    start_tree(&tree, rng_state, c);
    for (int64_t index = 0; index < iterations; index++)
        iterate(&tree, &start);
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

/* Do what the arguments ask for; say whether they were understood. */
static bool run(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "playouts") == 0)
        run_playouts(playout, strtoll(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    else if (argc == 5 && strcmp(argv[1], "uct") == 0)
        run_uct(strtoll(argv[2], NULL, 10), strtod(argv[3], NULL), strtoull(argv[4], NULL, 10));
    else
        return false;
    return true;
}

#endif
