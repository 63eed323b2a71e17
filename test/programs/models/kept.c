// The library keeps some pointers: then they are not lost.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_key_t key;

int in_the_environment(void)
{
    char *s = malloc(64);

    if (s == NULL)
        return -1;
    snprintf(s, 64, "NAME=%s", "value");
    return putenv(s);
}

int copied_to_the_environment(void)
{
    char *s = strdup("value");

    if (s == NULL)
        return -1;
    return setenv("NAME", s, 1); // WARN(leak)
}

int of_the_thread(void)
{
    int *p = calloc(1, sizeof *p);

    if (p == NULL)
        return -1;
    return pthread_setspecific(key, p);
}

void as_a_buffer(void)
{
    setvbuf(stdout, malloc(4096), _IOFBF, 4096);
}
