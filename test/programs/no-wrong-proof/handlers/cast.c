// The handler has another type than it is registered with.
// violates: valid-deref
// shown by: AddressSanitizer
#include <signal.h>
#include <stdlib.h>

static int *volatile shared;

static void forget(void)
{
    shared = NULL;
}

int main(void)
{
    static int x;
    shared = &x;
    signal(SIGINT, (void (*)(int))forget);
    raise(SIGINT);
    return *shared;
}
