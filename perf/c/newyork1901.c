/* newyork1901 playouts N RNG_STATE TABLES SEATS: timed random games, to compare with mctsky.
 *
 * RNG_STATE is the raw 64-bit state of splitmix64, TABLES a file with the record of layout.py. Prints one line of JSON: counts that
 * must equal mctsky's, and seconds. */
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "newyork1901.h"

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void run_playouts(int64_t n, uint64_t rng_state) {
    Rng rng = {rng_state};
    State start;
    start_game(&start);
    double totals[SEATS] = {0}, values[SEATS];
    int64_t plies = 0;
    double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    for (int64_t index = 0; index < n; index++) {
        State state = start;
        int32_t moves[256];
        for (; state.actor != NOBODY; plies++) {
            int move = state.actor == CHANCE ? sample_chance(&state, &rng) : moves[below(&rng, legal_moves(&state, moves))];
            play(&state, move);
        }
        returns(&state, values);
        for (int seat = 0; seat < n_seats; seat++)
            totals[seat] += values[seat];
    }
    wall = now(CLOCK_MONOTONIC) - wall;
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("{\"playouts\": %" PRId64 ", \"totals\": [", n);
    for (int seat = 0; seat < n_seats; seat++)
        printf("%s%.17g", seat ? ", " : "", totals[seat]);
    printf("], \"plies\": %" PRId64 ", \"rng\": %" PRIu64 ", \"seconds\": %.9f, \"cpu_seconds\": %.9f}\n", plies, rng.state, wall, cpu);
}

int main(int argc, char **argv) {
    if (argc != 6 || strcmp(argv[1], "playouts") != 0 || !read_tables(argv[4])) {
        fputs("usage: newyork1901 playouts N RNG_STATE TABLES SEATS\n", stderr);
        return 2;
    }
    n_seats = atoi(argv[5]);
    run_playouts(strtoll(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    return 0;
}
