/* What the fastest programs share: a generator of one multiplication per number, the k-th set bit, and UCT whose nodes keep the two
 * parts of their score, so that a division and a root are paid once per visited edge and not once per child.
 *
 * They need not draw the numbers that mctsky draws: results agree by win rates and lengths of games only (native.check_fastest). */
#ifndef FASTEST_H
#define FASTEST_H

#ifdef __BMI2__
#include <immintrin.h>
#endif
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rng.h"

/* Sixty-four random bits in the manner of wyrand: a Weyl sequence, and one product of 128 bits folded. */
static inline uint64_t fast_u64(Rng *rng) {
    rng->state += UINT64_C(0xA0761D6478BD642F);
    __uint128_t product = (__uint128_t)rng->state * (rng->state ^ UINT64_C(0xE7037ED1A0B428DB));
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* The set bit of a board that has `n` lower ones, as a board; none if there are too few. */
static inline uint64_t nth_bit(uint64_t board, uint64_t n) {
#ifdef __BMI2__
    return _pdep_u64(UINT64_C(1) << n, board);
#else
    while (n-- > 0)
        board &= board - 1;
    return board & -board;
#endif
}

/* `one` or `other` without a branch: gcc likes to jump where luck decides, and the CPU guesses wrong every second time. */
static inline uint64_t choose(uint64_t first, uint64_t one, uint64_t other) {
    return other ^ ((one ^ other) & -first);
}

#endif
