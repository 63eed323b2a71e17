// A system call writes where it is told to.
// violates: valid-memtrack
// shown by: LeakSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    int fds[2] = { -1, -1 };
    char *p = malloc(1);
    syscall(SYS_pipe2, fds, 0);
    if (fds[0] >= 0)
        p = 0;
    free(p);
    return 0;
}
