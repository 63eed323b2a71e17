// A local array of records is filled by a callee, element by element.
#include <string.h>

struct arg {
    const char *key;
    const char *value;
};

static int split(struct arg *args, int most, const struct arg *from, int n)
{
    int used = 0;
    for (int i = 0; i < n && used < most; i++)
        if (from[i].key)
            memcpy(&args[used++], &from[i], sizeof *args);
    return used;
}

unsigned long total(const struct arg *from, int n)
{
    struct arg args[8];
    unsigned long sum = 0;
    int used = split(args, 8, from, n);
    for (int i = 0; i < used; i++)
        sum += strlen(args[i].key); // NOWARN
    return sum;
}
