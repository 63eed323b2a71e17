// A loop frees the elements of an array, then the array itself.
#include <stdlib.h>
#include <string.h>

static void free_words(char **words, int n)
{
    for (int i = 0; i < n; i++)
        free(words[i]);
    free(words);
}

int one_word(const char *text, int n)
{
    if (n < 1)
        return 0;
    char **words = calloc((size_t)n, sizeof *words);
    if (!words)
        return 0;
    words[n - 1] = strdup(text);
    int found = words[n - 1] != NULL;
    free_words(words, n); // NOWARN
    return found;
}
