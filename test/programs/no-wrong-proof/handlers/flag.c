// The flag is not volatile, and the handler counts.
// violates: valid-deref
// shown by: AddressSanitizer
#include <signal.h>
#include <stddef.h>

static int count;

static void on_signal(int number)
{
    count = 9;
}

int main(void)
{
    int table[4] = { 0 };
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    return table[count];
}
