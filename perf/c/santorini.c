/* santorini playouts|listing N RNG_STATE | santorini uct|listing-uct ITERATIONS C RNG_STATE, or with -DFASTEST fastest and
 * fastest-uct; see program.h. */
#include "santorini.h"
#include "santorini_fastest.h"

/* The same games with a list of all legal turns at every ply; other random numbers are drawn. */
static inline int64_t listing_playout(State *state, Rng *rng, double *values) {
    int32_t moves[MAX_LEGAL];
    int64_t plies = 0;
    for (; state->actor != NOBODY; plies++)
        play(state, moves[below(rng, legal_moves(state, moves))]);
    returns(state, values);
    return plies;
}

#define LISTING listing_playout
#include "program.h"

int main(int argc, char **argv) {
    start_rules();
    return run(argc, argv);
}
