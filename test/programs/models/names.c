// File names: a caller that passes a buffer keeps it, a caller that passes null gets an allocation.
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int folder_length(void)
{
    char *here = getcwd(NULL, 0);
    int n;

    if (here == NULL)
        return -1;
    n = (int)strlen(here);
    free(here);
    return n;
}

int folder_lost(void)
{
    char *here = getcwd(NULL, 0);

    return here != NULL; // WARN(leak)
}

int folder_in_buffer(void)
{
    char buffer[PATH_MAX];

    return getcwd(buffer, sizeof buffer) != NULL;
}

int resolved(void)
{
    char *real = realpath("name", NULL);

    if (real == NULL)
        return -1;
    free(real);
    return 0;
}

int resolved_and_lost(void)
{
    if (realpath("name", NULL) == NULL) // WARN(leak)
        return -1;
    return 0;
}

int from_the_environment(void)
{
    return getenv("HOME")[0] == '/'; // WARN(null-dereference)
}

int from_the_environment_tested(void)
{
    char *home = getenv("HOME");

    return home != NULL && home[0] == '/';
}
