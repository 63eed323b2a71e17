// The handler is a member of a structure.
// violates: valid-deref
// shown by: AddressSanitizer
#include <signal.h>
#include <stddef.h>

static int *volatile shared;

static void forget(int number)
{
    shared = NULL;
}

int main(void)
{
    static int x;
    struct sigaction action = { .sa_handler = forget };
    shared = &x;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    return *shared;
}
