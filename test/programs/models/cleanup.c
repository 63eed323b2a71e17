// A variable with a cleanup attribute: the function is called on every exit from its scope.
#include <stdlib.h>

static void release(char **p)
{
    free(*p); // WARN(double-free)
}

#define owner __attribute__((cleanup(release))) char *

int by_return(int n)
{
    owner p = malloc(8);

    if (n == 0)
        return 1;
    if (n == 1) {
        owner q = malloc(4);
        return q != NULL;
    }
    return 2;
}

int by_goto(int n)
{
    int again = 0;
start:
    if (again)
        goto out;
    {
        owner p = malloc(8);
        if (n == 0)
            goto out;
        again = 1;
        if (p == NULL)
            goto start;
    }
    goto start;
out:
    return again;
}

int by_break_and_continue(int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++) {
        owner p = malloc(8);
        if (i == 3)
            continue;
        if (i == 5)
            break;
        if (p != NULL)
            sum++;
    }
    return sum;
}

int by_switch(int n)
{
    switch (n) {
    case 0: {
        owner p = malloc(8);
        return p == NULL;
    }
    case 1: {
        owner p = malloc(8);
        if (p == NULL)
            break;
        return 1;
    }
    default:
        break;
    }
    return 0;
}

int by_hand_too(void)
{
    owner p = malloc(8);

    free(p);
    return 0;
}

int without(int n)
{
    char *p = malloc(8);

    if (n == 0)
        return 1; // WARN(leak)
    free(p);
    return 0;
}
