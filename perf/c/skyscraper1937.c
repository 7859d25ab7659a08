/* Timed random games of skyscraper1937, to compare with mctsky: see table_program.h. */
#define PROGRAM "skyscraper1937"
#include "skyscraper1937.h"

enum { MAX_SEATS = PLAYERS };

static int draw_move(State *state, Rng *rng) {
    int32_t moves[MAX_LEGAL];
    return random_move(state, moves, rng);
}

#include "table_program.h"
