// With a bug: an array of pointers is filled and freed by index, as the words of a command line.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void words_free(char **words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(words[i]);
    free(words);
}

static size_t words_count(const char *s)
{
    size_t count = 0;
    int inside = 0;

    for (; *s; s++) {
        if (isspace((unsigned char)*s))
            inside = 0;
        else if (!inside) {
            inside = 1;
            count++;
        }
    }
    return count;
}

static char **words_split(const char *s, size_t *count)
{
    size_t n = words_count(s);
    char **words = malloc((n + 1) * sizeof *words);

    if (words == NULL)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        size_t length = 0;
        while (isspace((unsigned char)*s))
            s++;
        while (s[length] && !isspace((unsigned char)s[length]))
            length++;
        words[i] = strndup(s, length);
        if (words[i] == NULL) {
            free(words); // WARN(leak)
            return NULL;
        }
        s += length;
    }
    words[n] = NULL;
    *count = n;
    return words;
}

int main(int argc, char **argv)
{
    size_t count = 0;
    char **words = words_split(argc > 1 ? argv[1] : "one two  three", &count);

    if (words == NULL)
        return 1;
    for (size_t i = 0; i < count; i++)
        printf("%zu: %s\n", i, words[i]);
    words_free(words, count);
    return 0;
}
