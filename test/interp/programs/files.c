#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void last(void)
{
    puts("last");
}

static void first(void)
{
    puts("first");
}

__attribute__((constructor)) static void early(void)
{
    puts("early");
}

int main(void)
{
    atexit(last);
    atexit(first);
    FILE *f = tmpfile();
    fprintf(f, "line one\nline two\n%d %s\n", 42, "word");
    rewind(f);
    char line[32];
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        printf("<%s>", line);
    }
    printf(" %d\n", !!feof(f));
    fseek(f, 5, SEEK_SET);
    int c = fgetc(f);
    ungetc('X', f);
    int again = fgetc(f);
    printf("%c %c %ld\n", c, again, ftell(f));
    fseek(f, -8, SEEK_END);
    int n;
    char word[8];
    printf("%d", fscanf(f, "%d %7s", &n, word));
    printf(" %d %s\n", n, word);
    fclose(f);
    printf("%s\n", fopen("/no/such/file", "r") ? "there" : "not there");
    fputs("done\n", stdout);
    exit(3);
}
