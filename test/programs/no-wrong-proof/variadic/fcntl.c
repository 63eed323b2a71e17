// F_GETLK writes a structure.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <fcntl.h>
#include <stdlib.h>

int main(void)
{
    struct flock lock = { .l_type = F_WRLCK };
    char *p = malloc(1);
    fcntl(0, F_GETLK, &lock);
    if (lock.l_type == F_UNLCK)
        p = 0;
    free(p);
    return 0;
}
