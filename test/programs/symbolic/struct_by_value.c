// The buffer is in structs that are returned, copied and passed by value.
// INPUTS: n
// WHEN(leak): n == 7
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct message {
    char *text;
    int length;
};

static struct message make(int n)
{
    struct message m;
    m.text = n > 2 ? malloc(8) : NULL;
    m.length = n;
    return m;
}

static void release(struct message m)
{
    if (m.length != 7)
        free(m.text);
}

int main(void)
{
    struct message first = make(__VERIFIER_nondet_int());
    struct message second = first;
    release(second);
    return 0;
}
