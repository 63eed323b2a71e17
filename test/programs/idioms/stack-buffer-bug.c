// With a bug: short strings use a buffer on the stack, long ones the heap; only the latter is freed.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 32

static int is_known(const char *name)
{
    static const char *const known[] = { "accept", "host", "user-agent" };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i], name) == 0)
            return 1;
    return 0;
}

/* 1: a known name in any case; 0: unknown; -1: out of memory or not a name. */
int check_name(const char *name)
{
    char small[SMALL];
    char *lower = small;
    size_t n = strlen(name);
    int result;

    if (n >= sizeof small) {
        lower = malloc(n + 1);
        if (lower == NULL)
            return -1;
    }
    for (size_t i = 0; i <= n; i++) {
        if (iscntrl((unsigned char)name[i]) && name[i] != '\0') {
            return -1; // WARN(leak)
        }
        lower[i] = (char)tolower((unsigned char)name[i]);
    }
    result = is_known(lower);
    if (lower != small)
        free(lower);
    return result;
}
