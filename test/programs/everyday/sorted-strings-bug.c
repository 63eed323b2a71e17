// One copy is not freed.
// violates: valid-memtrack
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
    char *all[3];
    const char *const words[3] = { "c", "a", "b" };

    for (int i = 0; i < 3; i++) {
        all[i] = strdup(words[i]);
        if (!all[i])
            abort();
    }
    qsort(all, 3, sizeof all[0], compare);
    for (int i = 1; i < 3; i++)
        free(all[i]);
    return 0;
}
