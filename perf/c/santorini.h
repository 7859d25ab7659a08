/* The rules of classic Santorini on bitboards, and random playouts: the same work as mctsky/games/santorini/rules.py. */
#ifndef SANTORINI_H
#define SANTORINI_H

#ifdef __BMI2__
#include <immintrin.h>
#endif
#include <stdbool.h>
#include <stdint.h>

#include "rng.h"

/* Square 8 * rank + file, a1 is 0. A turn is 64 * origin + 8 * direction of the step + direction of the build. */
enum { N_SQUARES = 25, NOBODY = -2, FIRST_PLACEMENT = 64 * 37, N_CODES = FIRST_PLACEMENT + 625, MAX_LEGAL = 300, MAX_PLIES = 98 };

#define BOARD UINT64_C(0x1F1F1F1F1F)
#define RING UINT64_C(0x70507) /* the neighbours of square 9 */

typedef struct {
    uint64_t levels[4];  /* levels[k]: squares with more than k pieces; levels[3] are the roofs */
    uint64_t workers[2]; /* squares of each seat's workers */
    int64_t actor;       /* seat to act, or NOBODY */
    int64_t winner;
} State;

static const int64_t STEPS[8] = {-9, -8, -7, -1, 1, 7, 8, 9};
static const uint8_t DIRECTION_TO[19] = {0, 1, 2, 0, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0, 0, 5, 6, 7}; /* by offset + 9 */
static uint64_t AROUND[64];       /* the neighbours of each square on the board */
static uint8_t DIRECTIONS[512][8]; /* the directions in each set of neighbours, ascending; then padding */

static inline uint64_t bit(int64_t square) {
    return UINT64_C(1) << square;
}

static inline uint64_t neighbours(uint64_t board) {
    uint64_t sides = ((board << 1) & UINT64_C(0xFEFEFEFEFEFEFEFE)) | ((board >> 1) & UINT64_C(0x7F7F7F7F7F7F7F7F));
    uint64_t rows = board | sides;
    return sides | (rows << 8) | (rows >> 8);
}

static void start_rules(void) {
    static const int places[8] = {0, 1, 2, 3, 5, 6, 7, 8};
    for (int number = 0; number < 512; number++)
        for (int direction = 0, n = 0; direction < 8; direction++)
            if (number >> places[direction] & 1)
                DIRECTIONS[number][n++] = (uint8_t)direction;
    for (int square = 0; square < 64; square++)
        AROUND[square] = neighbours(bit(square)) & BOARD;
}

/* The neighbours of a square that are in `squares`, moved to where the neighbours of square 9 are. */
static inline uint64_t ring(uint64_t squares, int64_t square) {
    return (squares << 9) >> square & RING;
}

static inline uint64_t pattern(uint64_t near) {
    return (near & 0x7) | (near >> 5 & 0x38) | (near >> 10 & 0x1C0);
}

static inline uint64_t targets_of(const State *state, int64_t origin) {
    uint64_t height = (state->levels[0] >> origin & 1) + (state->levels[1] >> origin & 1);
    return AROUND[origin] & ~(state->levels[height + 1] | state->workers[0] | state->workers[1]);
}

static inline int list_placements(const State *state, int32_t *out) {
    uint64_t taken = state->workers[0] | state->workers[1];
    int n = 0;
    for (int first = 0; first < N_SQUARES; first++) {
        if (taken & bit(first / 5 * 8 + first % 5))
            continue;
        for (int second = first + 1; second < N_SQUARES; second++)
            if (!(taken & bit(second / 5 * 8 + second % 5)))
                out[n++] = FIRST_PLACEMENT + N_SQUARES * first + second;
    }
    return n;
}

/* List all turns, ascending; writes up to eight entries beyond the end of the list, never more than MAX_LEGAL. */
static inline int legal_moves(const State *state, int32_t *out) {
    uint64_t own = state->workers[state->actor];
    if (own == 0)
        return list_placements(state, out);
    int n = 0;
    uint64_t open = BOARD & ~(state->levels[3] | state->workers[0] | state->workers[1]), top = state->levels[2];
    while (own) {
        int64_t origin = __builtin_ctzll(own);
        uint64_t worker = bit(origin), buildable = open | worker;
        own ^= worker;
        uint64_t targets = targets_of(state, origin);
        for (; targets; targets &= targets - 1) {
            int64_t target = __builtin_ctzll(targets);
            int32_t code = (int32_t)(origin * 64 + DIRECTION_TO[target - origin + 9] * 8);
            if (top & bit(target)) { /* a win is listed once */
                out[n++] = code;
                continue;
            }
            uint64_t builds = ring(buildable, target);
            const uint8_t *directions = DIRECTIONS[pattern(builds)];
            for (int k = 0; k < 8; k++)
                out[n + k] = code + directions[k];
            n += __builtin_popcountll(builds);
        }
    }
    return n;
}

static inline bool can_move(const State *state, int64_t seat) {
    uint64_t own = state->workers[seat];
    uint64_t low = BOARD & ~(state->levels[1] | state->workers[0] | state->workers[1]);
    if (neighbours(own) & low)
        return true;
    return (targets_of(state, __builtin_ctzll(own)) | targets_of(state, 63 - __builtin_clzll(own))) != 0;
}

static inline void build_on(State *state, uint64_t square) {
    for (int level = 3; level > 0; level--)
        state->levels[level] |= state->levels[level - 1] & square;
    state->levels[0] |= square;
}

static inline void play(State *state, int move) {
    int64_t seat = state->actor, other = 1 - seat;
    if (move >= FIRST_PLACEMENT) {
        int first = (move - FIRST_PLACEMENT) / N_SQUARES, second = (move - FIRST_PLACEMENT) % N_SQUARES;
        state->workers[seat] = bit(first / 5 * 8 + first % 5) | bit(second / 5 * 8 + second % 5);
        state->actor = other;
        if (seat == 0)
            return;
    } else {
        int64_t origin = move >> 6, target = origin + STEPS[move >> 3 & 7];
        uint64_t here = bit(target);
        state->workers[seat] ^= bit(origin) | here;
        if (state->levels[2] & here) {
            state->actor = NOBODY;
            state->winner = seat;
            return;
        }
        build_on(state, bit(target + STEPS[move & 7]));
    }
    if (can_move(state, other))
        state->actor = other;
    else {
        state->actor = NOBODY;
        state->winner = seat;
    }
}

static inline void returns(const State *state, double *values) {
    values[0] = 1.0 - (double)state->winner;
    values[1] = (double)state->winner;
}

/* The square of a board that has `n` lower ones. */
static inline int64_t nth(uint64_t board, int64_t n) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(UINT64_C(1) << n, board));
#else
    while (n-- > 0)
        board &= board - 1;
    return __builtin_ctzll(board);
#endif
}

/* A random turn without a list: draw a legal step and any build, both again until the build is legal. Every legal turn is as
 * likely as every other. */
static inline int draw_turn(const State *state, Rng *rng) {
    uint64_t own = state->workers[state->actor];
    int64_t low = __builtin_ctzll(own), high = 63 - __builtin_clzll(own);
    uint64_t low_targets = targets_of(state, low), high_targets = targets_of(state, high);
    int64_t n_low = __builtin_popcountll(low_targets);
    uint64_t n_steps = (uint64_t)(n_low + __builtin_popcountll(high_targets));
    uint64_t open = BOARD & ~(state->levels[3] | state->workers[0] | state->workers[1]);
    for (;;) {
        uint64_t bits = next_u64(rng);
        int direction = (int)(bits & 7);
        int64_t step = (int64_t)((bits >> 32) * n_steps >> 32);
        bool second = step >= n_low;
        int64_t origin = second ? high : low, target = nth(second ? high_targets : low_targets, second ? step - n_low : step);
        int code = (int)(64 * origin + 8 * DIRECTION_TO[target - origin + 9]);
        if (state->levels[2] >> target & 1) { /* listed once, so it must not be as likely as all its builds together */
            if (direction == 0)
                return code;
            continue;
        }
        int64_t build = target + STEPS[direction];
        if (build >= 0 && ((open | bit(origin)) >> build & 1))
            return code + direction;
    }
}

static inline int draw_placement(const State *state, Rng *rng) {
    uint64_t taken = state->workers[0] | state->workers[1];
    for (;;) {
        int first = below(rng, N_SQUARES), second = below(rng, N_SQUARES);
        if (first < second && !(taken & (bit(first / 5 * 8 + first % 5) | bit(second / 5 * 8 + second % 5))))
            return FIRST_PLACEMENT + N_SQUARES * first + second;
    }
}

/* Play to the end; return the number of plies. */
static inline int64_t playout(State *state, Rng *rng, double *values) {
    int64_t plies = 0;
    for (; state->actor != NOBODY; plies++)
        play(state, state->workers[state->actor] ? draw_turn(state, rng) : draw_placement(state, rng));
    returns(state, values);
    return plies;
}

#endif
