// Reads KEY=VALUE arguments and prints the values.
#include "dictionary.h"
#include "memory.h"
#include <stdio.h>
#include <string.h>

static void read_pair(struct dictionary *d, const char *argument)
{
    char *key = xstrdup(argument);
    char *equals = strchr(key, '=');

    if (equals == NULL)
        die("%s has no value", argument);
    *equals = '\0';
    dictionary_put(d, key, equals + 1);
    xfree(key);
}

int main(int argc, char **argv)
{
    struct dictionary *d = dictionary_new();
    char *all;

    read_pair(d, "name=caulk");
    read_pair(d, "name=other");
    for (int i = 1; i < argc; i++)
        read_pair(d, argv[i]);
    all = dictionary_join(d, ' ');
    puts(all);
    xfree(all);
    dictionary_free(d);
    return 0;
}
