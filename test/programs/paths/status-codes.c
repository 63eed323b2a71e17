// A status code says whether there is something to free: numbers and pointers are correlated.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int open_one(int **out)
{
    if (__VERIFIER_nondet_int())
        return -1;
    *out = malloc(sizeof **out);
    if (*out == NULL)
        return -1;
    return 0;
}

static void careful(void)
{
    int *p = NULL;
    int *q = NULL;
    if (open_one(&p) < 0)
        return;
    if (open_one(&q) < 0)
        goto out;
    *p = 1;
    *q = 2;
    free(q);
out:
    free(p);
}

static void careless(void)
{
    int *p = NULL;
    int *q = NULL;
    if (open_one(&p) < 0)
        return;
    if (open_one(&q) < 0)
        return; // WARN(leak)
    free(q);
    free(p);
}

int main(void)
{
    careful();
    careless();
    return 0;
}
