// Functions that do not return: memory lost there is lost at the end of the program.
#include <assert.h>
#include <err.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>

void by_err(int n)
{
    char *p = malloc(8);

    if (p == NULL)
        err(1, "no memory");
    p[0] = (char)n;
    free(p);
}

void by_error(int n)
{
    char *p = malloc(8);

    if (p == NULL)
        error(1, 0, "no memory");
    p[0] = (char)n;
    free(p);
}

void by_message_only(int n)
{
    char *p = fopen("x", "r") ? malloc(8) : NULL; // WARN(leak)

    if (p == NULL)
        error(0, 0, "cannot do that");
    p[0] = (char)n; // WARN(null-dereference)
    free(p);
}

void by_assertion(int n)
{
    char *p = malloc(8);

    assert(p != NULL);
    p[0] = (char)n;
    free(p);
}
