// Unknown functions with a pointer to const are assumed to read its target.
#include <stdlib.h>

void show(const char *text);
void keep(char *text);
void forget(void *key);

void freed(int n)
{
    char *text = malloc(8);
    if (text == NULL)
        return;
    text[0] = (char)n;
    text[1] = 0;
    free(text);
    show(text); // WARN(use-after-free)
}

void unset(int n)
{
    const char *text;
    if (n > 3)
        text = "many";
    show(text); // WARN(uninitialized-pointer)
}

void fine(int n)
{
    char *text = malloc(8);
    show(NULL); // NOWARN
    if (text == NULL)
        return;
    text[0] = (char)n;
    text[1] = 0;
    show(text); // NOWARN
    free(text);
    forget(text); // NOWARN
}
