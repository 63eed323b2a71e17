// A line is on the stack or, if long, on the heap; a second pointer to the heap memory or null is freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 32

void print_padded(FILE *out, const char *s, size_t width)
{
    char small[SMALL];
    char *heap = NULL;
    char *line = small;

    if (width + 1 > sizeof small)
        line = heap = malloc(width + 1);
    if (line == NULL)
        return;
    snprintf(line, width + 1, "%-*s", (int)width, s);
    fprintf(out, "|%s|\n", line);
    free(heap);
}

void print_all(FILE *out, const char *const *texts, size_t count)
{
    size_t width = 0;

    for (size_t i = 0; i < count; i++)
        if (strlen(texts[i]) > width)
            width = strlen(texts[i]);
    for (size_t i = 0; i < count; i++)
        print_padded(out, texts[i], width);
}
