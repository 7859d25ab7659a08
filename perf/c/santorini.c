/* santorini playouts N RNG_STATE | santorini rejection N RNG_STATE | santorini uct ITERATIONS C RNG_STATE; see program.h. */
#include "santorini.h"
#include "program.h"

/* The same games by trial and error: draw any step and any build until they are legal, and list nothing. Every legal turn is
 * as likely as every other, but other random numbers are drawn than by mctsky. */
static inline int draw_turn(const State *state, Rng *rng) {
    uint64_t own = state->workers[state->actor];
    int64_t origins[2] = {__builtin_ctzll(own), 63 - __builtin_clzll(own)};
    uint64_t targets[2] = {targets_of(state, origins[0]), targets_of(state, origins[1])};
    uint64_t open = BOARD & ~(state->levels[3] | state->workers[0] | state->workers[1]);
    for (;;) {
        int drawn = (int)(next_u64(rng) >> 57), which = drawn >> 6;
        int64_t origin = origins[which], target = origin + STEPS[drawn >> 3 & 7];
        if (target < 0 || !(targets[which] >> target & 1))
            continue;
        if (state->levels[2] >> target & 1) { /* listed once, so it must not be as likely as all its builds together */
            if ((drawn & 7) == 0)
                return (int)(64 * origin + (drawn & 63));
            continue;
        }
        int64_t built = target + STEPS[drawn & 7];
        if (built >= 0 && ((open | bit(origin)) >> built & 1))
            return (int)(64 * origin + (drawn & 63));
    }
}

static int draw_placement(const State *state, Rng *rng) {
    uint64_t taken = state->workers[0] | state->workers[1];
    for (;;) {
        int first = below(rng, N_SQUARES), second = below(rng, N_SQUARES);
        if (first < second && !(taken & (bit(first / 5 * 8 + first % 5) | bit(second / 5 * 8 + second % 5))))
            return FIRST_PLACEMENT + N_SQUARES * first + second;
    }
}

static inline int64_t draw_playout(State *state, Rng *rng, double *values) {
    int64_t plies = 0;
    for (; state->actor != NOBODY; plies++)
        play(state, state->workers[state->actor] ? draw_turn(state, rng) : draw_placement(state, rng));
    returns(state, values);
    return plies;
}

int main(int argc, char **argv) {
    start_rules();
    if (argc == 4 && strcmp(argv[1], "rejection") == 0)
        run_playouts(draw_playout, strtoll(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    else if (!run(argc, argv)) {
        fputs("usage: santorini playouts N RNG_STATE | santorini rejection N RNG_STATE | santorini uct ITERATIONS C RNG_STATE\n",
              stderr);
        return 2;
    }
    return 0;
}
