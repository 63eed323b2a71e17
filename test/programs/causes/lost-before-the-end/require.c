// An error object is tested and never freed, but the program ends where there is one.
#include <stdio.h>
#include <stdlib.h>

struct error {
    int code;
};

static struct error *work(int n)
{
    struct error *e = NULL;
    if (n > 3) {
        e = malloc(sizeof *e);
        if (!e)
            abort();
        e->code = n;
    }
    return e;
}

static int failed(const struct error *e)
{
    return e != NULL;
}

#define REQUIRE(x)                  \
    do {                            \
        if (!(x)) {                 \
            fprintf(stderr, #x);    \
            exit(1);                \
        }                           \
    } while (0)

void test(void)
{
    REQUIRE(!failed(work(2)));
    REQUIRE(!failed(work(5))); // NOWARN
}

void careless(void)
{
    if (failed(work(5))) // WARN(leak)
        fprintf(stderr, "failed\n");
}
