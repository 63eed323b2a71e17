// Copies a string; the terminator is found in the copy.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++) != '\0')
        ;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = malloc(n);
    char *t = malloc(n);
    if (!s || !t)
        abort();
    s[n - 1] = '\0';
    copy(t, s);
    free(s);
    free(t);
    return 0;
}
