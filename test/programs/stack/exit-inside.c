// The program exits in a callee: memory of the caller is still reachable, which is no leak but not cleaned up.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    struct pair *left;
    struct pair *right;
};

void stop(struct pair *p)
{
    if (__VERIFIER_nondet_int()) {
        free(p);
        exit(1);
    }
}

int main(void)
{
    struct pair *kept = malloc(sizeof *kept);
    struct pair *other = malloc(sizeof *other);
    kept->left = kept->right = NULL;
    other->left = other->right = NULL;
    stop(other);
    free(kept);
    free(other);
    return 0;
}
