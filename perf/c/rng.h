/* splitmix64, number for number the generator of mctsky/core/rng.py. */
#ifndef RNG_H
#define RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} Rng;

static inline uint64_t next_u64(Rng *rng) {
    uint64_t z = (rng->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* An integer from 0 to n - 1, by multiplication instead of division. */
static inline int below(Rng *rng, int n) {
    return (int)(((next_u64(rng) >> 32) * (uint64_t)n) >> 32);
}

#endif
