// A compiled pattern is memory until regfree; one that could not be compiled is not.
#include <regex.h>
#include <stddef.h>

int matches(void)
{
    regex_t r;
    int found;

    if (regcomp(&r, "a*", REG_EXTENDED) != 0)
        return -1;
    found = regexec(&r, "aaa", 0, NULL, 0) == 0;
    regfree(&r);
    return found;
}

int matches_and_keeps(void)
{
    regex_t r;

    if (regcomp(&r, "a*", REG_EXTENDED) != 0)
        return -1;
    return regexec(&r, "aaa", 0, NULL, 0) == 0; // WARN(leak)
}
