// Streams are memory: fopen allocates or fails, fclose frees; the standard streams need not be closed.
#include <stdio.h>
#include <stdlib.h>

int closed(void)
{
    FILE *f = fopen("name", "r");
    int c;

    if (f == NULL)
        return -1;
    c = getc(f);
    fclose(f);
    return c;
}

int not_closed(void)
{
    FILE *f = fopen("name", "r");

    if (f == NULL)
        return -1;
    return getc(f); // WARN(leak)
}

int not_tested(void)
{
    FILE *f = fopen("name", "r");
    int c = getc(f); // WARN(null-dereference)

    fclose(f);
    return c;
}

int closed_twice(void)
{
    FILE *f = fopen("name", "r");

    if (f == NULL)
        return -1;
    fclose(f);
    return fclose(f); // WARN(double-free)
}

int used_when_closed(void)
{
    FILE *f = fopen("name", "r");

    if (f == NULL)
        return -1;
    fclose(f);
    return ferror(f); // WARN(use-after-free)
}

void standard(void)
{
    fputs("done", stderr);
    fflush(NULL);
    fclose(stdin);
    fclose(stdout);
}

int piped(void)
{
    FILE *p = popen("ls", "r");
    char line[80];
    int count = 0;

    if (p == NULL)
        return -1;
    while (fgets(line, sizeof line, p) != NULL)
        count++;
    return pclose(p) == 0 ? count : -1;
}

void reopened(void)
{
    FILE *f = freopen("name", "w", stdout);

    if (f != NULL)
        fputs("to the file", f);
}
