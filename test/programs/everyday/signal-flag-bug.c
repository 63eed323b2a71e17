// A signal takes away what the program uses.
// violates: valid-deref
#include <signal.h>
#include <stdlib.h>

static int *volatile shared;

static void on_signal(int number)
{
    shared = NULL;
}

int main(void)
{
    static int x;
    shared = &x;
    signal(SIGINT, on_signal);
    raise(SIGINT);
    return *shared;
}
