/* Connect Four as fast as one game at a time can be played: the board in two registers, and no list of moves.
 *
 * A column is drawn from all seven. If it is full, which is rare, the k-th of the open ones is drawn instead. One random number serves
 * eight plies: the high part of its product with seven is a column, the low part is random still. */
#ifndef CONNECT4_FASTEST_H
#define CONNECT4_FASTEST_H

#include "connect4.h"
#include "fastest.h"

#define GUARDS (EACH_COLUMN << N_ROWS)

static inline int64_t fastest_playout(State *state, Rng *rng, double *values) {
    uint64_t waiting = state->waiting, occupied = state->occupied, bits = fast_u64(rng);
    int64_t plies = 0;
    double first = 0.5;
    if (state->actor == NOBODY) {
        returns(state, values);
        return 0;
    }
    for (;;) {
        __uint128_t product = (__uint128_t)bits * N_COLUMNS;
        uint64_t after = occupied + (UINT64_C(1) << (STRIDE * (int)(product >> 64)));
        if (__builtin_expect((after & GUARDS) != 0, 0)) {
            uint64_t open = (occupied + EACH_COLUMN) & BOARD;
            if (open == 0)
                break;
            product = (__uint128_t)fast_u64(rng) * (uint64_t)__builtin_popcountll(open);
            after = nth_bit(open, (uint64_t)(product >> 64));
        }
        bits = (uint64_t)product;
        occupied |= after;
        waiting ^= occupied;
        plies++;
        if ((plies & 7) == 0)
            bits = fast_u64(rng);
        if (has_four(waiting)) {
            first = (double)(__builtin_popcountll(occupied) & 1);
            break;
        }
    }
    values[0] = first;
    values[1] = 1.0 - first;
    return plies;
}

#endif
