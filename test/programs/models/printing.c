// Printed memory is neither kept nor freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

int printed(void)
{
    char *s = strdup("text");

    if (s == NULL)
        return -1;
    printf("%s %p\n", s, (void *)s);
    fprintf(stderr, "%s\n", s);
    syslog(LOG_INFO, "%s", s);
    return 0; // WARN(leak)
}

int printed_to_buffer(void)
{
    char buffer[32];
    char *s = strdup("text");

    if (s == NULL)
        return -1;
    snprintf(buffer, sizeof buffer, "%s", s);
    free(s);
    return buffer[0];
}

int buffer_too_small(void)
{
    char *s = malloc(8);

    if (s == NULL)
        return -1;
    snprintf(s, 16, "%d", 1); // WARN(out-of-bounds)
    free(s);
    return 0;
}
