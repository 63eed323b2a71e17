// A buffer and a file: whether the buffer is lost depends on the file and on the size.
// INPUTS: n
// OPENS: data
// WHEN(leak): succeeds(fopen 1) and n > 9 or fails(fopen 1) and n < 0
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *buffer = malloc(16);
    FILE *f = fopen("data", "r");
    if (!f) {
        if (n >= 0)
            free(buffer);
        return 1;
    }
    fclose(f);
    if (n > 9)
        return 1;
    free(buffer);
    return 0;
}
