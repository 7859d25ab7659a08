/* Timed random games of newyork1901, to compare with mctsky: see table_program.h. */
#define PROGRAM "newyork1901"
#include "newyork1901.h"

enum { MAX_SEATS = SEATS };

static int draw_move(State *state, Rng *rng) {
    int32_t moves[256];
    return moves[below(rng, legal_moves(state, moves))];
}

static void count_blocks(void) {
    while (n_blocks < MAX_BLOCKS && T.blocks[n_blocks])
        n_blocks++;
}

#define AFTER_TABLES count_blocks()
#include "table_program.h"
