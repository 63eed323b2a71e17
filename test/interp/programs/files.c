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

static void memory(void)
{
    char buffer[12] = "ab\0cd", line[16];
    FILE *f = fmemopen(buffer, 6, "r");
    printf("%d ", (int)fread(line, 1, 6, f));
    fclose(f);
    f = fmemopen(buffer, sizeof buffer, "a");
    fputs("xyz", f);
    fclose(f);
    printf("%s ", buffer);
    f = fmemopen(buffer, sizeof buffer, "r+");
    fputs("QQ", f);
    fflush(f);
    printf("%s ", buffer);
    fclose(f);
    f = fmemopen(buffer, sizeof buffer, "w");
    printf("<%s> ", buffer);
    fprintf(f, "%d", 1234);
    fclose(f);
    printf("%s ", buffer);
    f = fmemopen(0, 8, "w+");
    fputs("own", f);
    rewind(f);
    puts(fgets(line, sizeof line, f));
    fclose(f);
}

int main(void)
{
    memory();
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
