/* Classic Santorini as fast as one game at a time can be played: the board in registers, turns drawn as in santorini.h, choices
 * without branches, and no question whether the next seat can move: its steps are counted anyway.
 *
 * Drawing worker, step and build blindly until all are legal, two candidates at a time, the k-th build of a step, and an exact draw
 * from the number of builds in each direction were all slower (docs/performance.md). */
#ifndef SANTORINI_FASTEST_H
#define SANTORINI_FASTEST_H

#include "fastest.h"
#include "santorini.h"

static inline uint64_t fast_targets(uint64_t l0, uint64_t l1, uint64_t l2, uint64_t l3, uint64_t workers, int64_t origin) {
    uint64_t too_high = choose(l1 >> origin & 1, l3, choose(l0 >> origin & 1, l2, l1));
    return AROUND[origin] & ~(too_high | workers);
}

static inline uint64_t draw_workers(uint64_t taken, Rng *rng) {
    for (;;) {
        uint64_t bits = fast_u64(rng);
        uint64_t first = (bits >> 32) * N_SQUARES >> 32, second = (bits & 0xFFFFFFFF) * N_SQUARES >> 32;
        uint64_t squares = bit((int64_t)(first / 5 * 8 + first % 5)) | bit((int64_t)(second / 5 * 8 + second % 5));
        if (first < second && !(squares & taken))
            return squares;
    }
}

static inline int64_t fastest_playout(State *state, Rng *rng, double *values) {
    if (state->actor == NOBODY) {
        returns(state, values);
        return 0;
    }
    int64_t plies = 0, seat = state->actor;
    uint64_t own = state->workers[seat], other = state->workers[1 - seat];
    uint64_t l0 = state->levels[0], l1 = state->levels[1], l2 = state->levels[2], l3 = state->levels[3];
    for (; own == 0; plies++, seat = 1 - seat) {
        uint64_t placed = draw_workers(other, rng);
        own = other;
        other = placed;
    }
    for (;; plies++, seat = 1 - seat) {
        uint64_t workers = own | other;
        int64_t low = __builtin_ctzll(own), high = 63 - __builtin_clzll(own);
        uint64_t low_targets = fast_targets(l0, l1, l2, l3, workers, low);
        uint64_t high_targets = fast_targets(l0, l1, l2, l3, workers, high);
        uint64_t n_low = (uint64_t)__builtin_popcountll(low_targets);
        uint64_t n = n_low + (uint64_t)__builtin_popcountll(high_targets), open = BOARD & ~(l3 | workers);
        if (n == 0) {
            seat = 1 - seat;
            break;
        }
        uint64_t origin, target, wins, build;
        for (;;) {
            uint64_t bits = fast_u64(rng), step = (bits >> 32) * n >> 32, second = step >= n_low;
            origin = bit((int64_t)choose(second, (uint64_t)high, (uint64_t)low));
            uint64_t square = (uint64_t)__builtin_ctzll(
                nth_bit(choose(second, high_targets, low_targets), step - (n_low & -second)));
            target = bit((int64_t)square);
            wins = l2 & target;
            if (__builtin_expect(wins != 0, 0)) {
                if ((bits & 7) == 0)
                    break;
                continue;
            }
            build = UINT64_C(1) << ((square + (uint64_t)STEPS[bits & 7]) & 63); /* below a1 is above the board */
            if (build & (open | origin))
                break;
        }
        if (wins) {
            plies++;
            break;
        }
        uint64_t moved = own ^ origin ^ target;
        own = other;
        other = moved;
        l3 |= l2 & build;
        l2 |= l1 & build;
        l1 |= l0 & build;
        l0 |= build;
    }
    values[0] = 1.0 - (double)seat;
    values[1] = (double)seat;
    return plies;
}

#endif
