// Copies a string to memory without room for its terminator.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++) != '\0') // WARN(out-of-bounds)
        ;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 100)
        n = 2;
    char *s = malloc(n);
    char *t = malloc(n - 1);
    if (!s || !t)
        abort();
    s[n - 1] = '\0';
    copy(t, s);
    free(s);
    free(t);
    return 0;
}
