// A value may be missing.
// violates: valid-deref
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static void show(char *pair)
{
    char *rest;
    char *key = strtok_r(pair, "=", &rest);

    if (!key)
        return;
    char *value = strtok_r(NULL, "=", &rest);
    printf("%s: %c\n", key, value[0]);
}

int main(void)
{
    char line[256];
    char *rest;

    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *pair = strtok_r(line, ";\n", &rest);
    while (pair) {
        show(pair);
        pair = strtok_r(NULL, ";\n", &rest);
    }
    return 0;
}
