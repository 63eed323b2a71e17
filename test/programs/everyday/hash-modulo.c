// A hash modulo the number of buckets.
#include <stdio.h>

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

int main(void)
{
    int count[64] = { 0 };
    char word[32];

    while (fgets(word, sizeof word, stdin))
        count[hash(word) % 64]++;
    printf("%d\n", count[0]);
    return 0;
}
