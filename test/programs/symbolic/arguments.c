// Depends on the number of command line arguments.
// INPUTS: 
// WHEN(leak): argc > 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv)
{
    char *p = malloc(4);
    if (argc > 2)
        return 2;
    free(p);
    return 0;
}
