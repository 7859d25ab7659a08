/* santorini playouts N RNG_STATE | santorini listing N RNG_STATE | santorini uct ITERATIONS C RNG_STATE; see program.h. */
#include "santorini.h"
#include "program.h"

/* The same games with a list of all legal turns at every ply; other random numbers are drawn. */
static inline int64_t listing_playout(State *state, Rng *rng, double *values) {
    int32_t moves[MAX_LEGAL];
    int64_t plies = 0;
    for (; state->actor != NOBODY; plies++)
        play(state, moves[below(rng, legal_moves(state, moves))]);
    returns(state, values);
    return plies;
}

int main(int argc, char **argv) {
    start_rules();
    if (argc == 4 && strcmp(argv[1], "listing") == 0)
        run_playouts(listing_playout, strtoll(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    else if (!run(argc, argv)) {
        fputs("usage: santorini playouts N RNG_STATE | santorini listing N RNG_STATE | santorini uct ITERATIONS C RNG_STATE\n",
              stderr);
        return 2;
    }
    return 0;
}
