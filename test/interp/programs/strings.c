#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int n)
{
    return n < 0 ? -1 : n > 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    char buffer[64] = "hello";
    strcat(buffer, ", world");
    printf("%zu %s\n", strlen(buffer), buffer);
    printf("%d %d %d\n", sign(strcmp("a", "b")), sign(strncmp("abc", "abd", 2)), sign(memcmp("x", "w", 1)));
    printf("%s %s %s\n", strchr(buffer, 'w'), strrchr(buffer, 'l'), strstr(buffer, "lo"));
    printf("%zu %zu %s\n", strspn("aabbc", "ab"), strcspn("hello", "lo"), strpbrk("hello", "xol"));
    char list[] = "one,two;;three";
    for (char *t = strtok(list, ",;"); t; t = strtok(NULL, ",;"))
        printf("<%s>", t);
    printf("\n");
    char *end;
    printf("%ld", strtol("  -0x1fz", &end, 0));
    printf(" %s", end);
    printf(" %ld", strtol("99999999999999999999", &end, 10));
    printf(" %d", errno == ERANGE);
    printf(" %lu %g %g\n", strtoul("777", NULL, 8), strtod("1.5e3x", &end), strtod("0x1.8p1", NULL));
    printf("%d %ld %g %d\n", atoi("  42abc"), atol("-7"), atof("2.5"), abs(-3));
    for (int c = 0; c < 128; c++)
        printf("%d", !!isalpha(c) + 2 * !!isdigit(c) + 3 * !!isspace(c) + !!ispunct(c) * 4);
    printf("\n%c%c\n", toupper('q'), tolower('Q'));
    const char *words[] = {"pear", "apple", "fig", "date", "banana"};
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; i++)
        printf("%s ", words[i]);
    int numbers[] = {5, 3, 9, 1, 7, 3, 8};
    qsort(numbers, 7, sizeof *numbers, by_value);
    int key = 8;
    int *found = bsearch(&key, numbers, 7, sizeof *numbers, by_value);
    printf("%d %td\n", numbers[0], found - numbers);
    srand(12);
    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    char *copy = strdup("copied"), *part = strndup("partial", 4);
    printf("%s %s\n", copy, part);
    free(copy);
    free(part);
    int a, b;
    char word[10];
    double d;
    int n = sscanf("12 0x1f word 2.5e2!", "%d %x %9s %lf!", &a, (unsigned *)&b, word, &d);
    printf("%d: %d %d %s %g\n", n, a, b, word, d);
    n = sscanf("a=1, b=2", "a=%d, b=%d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    n = sscanf("abc123", "%[a-z]%d", word, &a);
    printf("%d %s %d\n", n, word, a);
    memmove(buffer + 2, buffer, 8);
    printf("%.12s\n", buffer);
    char *text;
    if (asprintf(&text, "%d+%s", 4, "x") > 0)
        puts(text);
    free(text);
    return 0;
}
