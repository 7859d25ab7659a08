/* The rules of Connect Four on two bitboards, and a random playout: the same work as mctsky/games/connect4/rules.py. */
#ifndef CONNECT4_H
#define CONNECT4_H

#include <stdbool.h>
#include <stdint.h>

#include "rng.h"

enum { N_COLUMNS = 7, N_ROWS = 6, STRIDE = 7, NOBODY = -2, N_CODES = 7, MAX_LEGAL = 7, MAX_PLIES = 42 };

/* Square `row` of column `c` is bit 7 * c + row; bit 7 * c + 6 is a guard that stays empty. */
#define EACH_COLUMN UINT64_C(0x0000040810204081)
#define BOARD (EACH_COLUMN * 63)
#define TOP_ROW (EACH_COLUMN << (N_ROWS - 1))

typedef struct {
    uint64_t waiting;  /* squares of the last mover */
    uint64_t occupied; /* squares of both seats */
    int64_t actor;     /* seat to act, or NOBODY */
} State;

static inline bool has_four(uint64_t stones) {
    uint64_t vertical = stones & (stones >> 1);
    uint64_t level = stones & (stones >> 7);
    uint64_t rising = stones & (stones >> 8);
    uint64_t falling = stones & (stones >> 6);
    return ((vertical & (vertical >> 2)) | (level & (level >> 14)) | (rising & (rising >> 16)) | (falling & (falling >> 12))) != 0;
}

/* List the columns that are not full, ascending; `out` has room for seven. */
static inline int legal_moves(const State *state, int32_t *out) {
    uint64_t full = state->occupied & TOP_ROW;
    if (full == 0) { /* most positions of a playout: constants instead of a chain of additions */
        for (int column = 0; column < N_COLUMNS; column++)
            out[column] = column;
        return N_COLUMNS;
    }
    int n = 0;
    for (int column = 0; column < N_COLUMNS; column++) { /* no branches: which columns are full cannot be predicted */
        out[n] = column;
        n += 1 - (int)(full >> (STRIDE * column + N_ROWS - 1) & 1);
    }
    return n;
}

static inline void play(State *state, int move) {
    uint64_t occupied = state->occupied;
    occupied |= occupied + (UINT64_C(1) << (STRIDE * move)); /* the carry climbs to the lowest empty square */
    uint64_t stones = state->waiting ^ occupied;
    state->occupied = occupied;
    state->waiting = stones;
    state->actor = has_four(stones) || occupied == BOARD ? NOBODY : 1 - state->actor;
}

static inline void returns(const State *state, double *values) {
    double first = has_four(state->waiting) ? (double)(__builtin_popcountll(state->occupied) & 1) : 0.5;
    values[0] = first;
    values[1] = 1.0 - first;
}

/* Play to the end; return the number of plies. */
static inline int64_t playout(State *state, Rng *rng, double *values) {
    int32_t moves[MAX_LEGAL];
    int64_t plies = 0;
    while (state->actor != NOBODY) {
        int n = legal_moves(state, moves);
        play(state, moves[below(rng, n)]);
        plies++;
    }
    returns(state, values);
    return plies;
}

#endif
