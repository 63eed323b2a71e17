// Structures with a name of their own are sorted by a number, partly; all names are freed.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char *name;
    int count;
};

static int by_count(const void *a, const void *b)
{
    const struct item *x = a, *y = b;

    return x->count != y->count ? x->count - y->count : strcmp(x->name, y->name);
}

int main(void)
{
    const char *const names[4] = { "pear", "fig", "banana", "lime" };
    struct item all[4];

    for (int i = 0; i < 4; i++) {
        all[i].name = strdup(names[i]);
        if (!all[i].name)
            abort();
        all[i].count = getchar();
    }
    qsort(all + 1, 3, sizeof all[0], by_count);
    for (int i = 0; i < 4; i++) {
        printf("%s %d\n", all[i].name, all[i].count);
        free(all[i].name);
    }
    return 0;
}
