/* The program of a game whose rules read the tables of mctsky: NAME playouts N RNG_STATE TABLES SEATS.
 *
 * RNG_STATE is the raw 64-bit state of splitmix64, TABLES a file with the record that the game's Python makes. Prints one line of
 * JSON: counts that must equal mctsky's, and seconds. Include it after the rules, with PROGRAM, the program's name, defined; they
 * offer the record T, n_seats, MAX_SEATS, State, start_game, sample_chance, draw_move, play and returns; AFTER_TABLES, if
 * defined, is done once they are read. */
#ifndef TABLE_PROGRAM_H
#define TABLE_PROGRAM_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Read the tables; say whether the file has their size. */
static bool read_tables(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    bool whole = fread(&T, sizeof T, 1, file) == 1 && fgetc(file) == EOF;
    fclose(file);
#ifdef AFTER_TABLES
    AFTER_TABLES;
#endif
    return whole;
}

static void run_playouts(int64_t n, uint64_t rng_state) {
    Rng rng = {rng_state};
    State start;
    start_game(&start);
    double totals[MAX_SEATS] = {0}, values[MAX_SEATS];
    int64_t plies = 0;
    double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    for (int64_t index = 0; index < n; index++) {
        State state = start;
        for (; state.actor != NOBODY; plies++)
            play(&state, state.actor == CHANCE ? sample_chance(&state, &rng) : draw_move(&state, &rng));
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
    if (argc == 6 && strcmp(argv[1], "playouts") == 0 && read_tables(argv[4])) {
        n_seats = atoi(argv[5]);
        if (n_seats >= 2 && n_seats <= MAX_SEATS) {
            run_playouts(strtoll(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
            return 0;
        }
    }
    fputs("usage: " PROGRAM " playouts N RNG_STATE TABLES SEATS\n", stderr);
    return 2;
}

#endif
