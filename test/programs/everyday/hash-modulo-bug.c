// The remainder of a negative hash is negative.
// violates: valid-deref
#include <stdio.h>

static int hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return (int)h;
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
