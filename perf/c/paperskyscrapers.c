/* Timed random games of paperskyscrapers, to compare with mctsky: see table_program.h. */
#define PROGRAM "paperskyscrapers"
#include "paperskyscrapers.h"

enum { MAX_SEATS = PLAYERS };

static int draw_move(State *state, Rng *rng) {
    return random_move(state, rng);
}

#include "table_program.h"
