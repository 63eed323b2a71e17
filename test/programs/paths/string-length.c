// A string of unknown length ends at its zero; a loop that searches for the zero stays in bounds.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static int length(const char *s)
{
    const char *p = s;
    while (*p != '\0') // WARN(out-of-bounds)
        p++;
    return (int)(p - s);
}

static int good_length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return (int)(p - s);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = malloc(n);
    if (!s)
        return 1;
    for (int i = 0; i < n; i++)
        s[i] = 'a';
    s[n - 1] = '\0';
    int good = good_length(s);
    char word[6];
    strcpy(word, "hello");
    good += (int)strlen(word);
    s[n - 1] = 'b';
    int bad = length(s);
    free(s);
    return good + bad;
}
