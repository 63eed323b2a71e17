// The words are freed as if they were copies.
// violates: valid-free
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *next;
    char *text;
};

int main(void)
{
    char line[100];
    struct word *all = NULL;

    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (char *w = strtok(line, " "); w; w = strtok(NULL, " ")) {
        struct word *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->text = w;
        n->next = all;
        all = n;
    }
    while (all) {
        struct word *next = all->next;
        free(all->text);
        free(all);
        all = next;
    }
    return 0;
}
