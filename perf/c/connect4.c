/* connect4 playouts N RNG_STATE | connect4 uct ITERATIONS C RNG_STATE; see program.h. */
#include "connect4.h"
#include "program.h"

int main(int argc, char **argv) {
    if (run(argc, argv))
        return 0;
    fputs("usage: connect4 playouts N RNG_STATE | connect4 uct ITERATIONS C RNG_STATE\n", stderr);
    return 2;
}
