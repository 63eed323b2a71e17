// A signal sets a flag.
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    stop = 1;
}

int main(void)
{
    signal(SIGINT, on_signal);
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 0;
    while (!stop && *p < 10)
        ++*p;
    free(p);
    return 0;
}
