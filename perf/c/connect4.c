/* connect4 playouts N RNG_STATE | connect4 uct|listing-uct ITERATIONS C RNG_STATE, or with -DFASTEST fastest and fastest-uct; see
 * program.h. Its playouts list the moves. */
#include "connect4.h"
#include "connect4_fastest.h"
#include "program.h"

int main(int argc, char **argv) {
    return run(argc, argv);
}
