// What ioctl writes depends on the request.
// violates: valid-memtrack
// shown by: LeakSanitizer with input from a pipe
#include <stdlib.h>
#include <sys/ioctl.h>

int main(void)
{
    int n = -1;
    char *p = malloc(1);
    ioctl(0, FIONREAD, &n);
    if (n >= 0)
        p = 0;
    free(p);
    return 0;
}
