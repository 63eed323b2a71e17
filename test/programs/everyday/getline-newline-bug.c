// At the end of the input the length is -1.
// violates: valid-deref
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, stdin);

    if (line[n - 1] == '\n')
        line[n - 1] = '\0';
    free(line);
    return 0;
}
