// Calls the functions of cleanup-attribute.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    char path[] = "/tmp/idiom-XXXXXX";
    int fd = mkstemp(path);
    char *out = NULL;
    if (fd < 0 || write(fd, "a\nb\n\nc\n\n", 8) != 8)
        return;
    close(fd);
    if (last_line(path, &out) == 0)
        free(out);
    if (last_line("/nonexistent", &out) == 0)
        free(out);
    if (copy_upper("abc", &out) == 0)
        free(out);
    if (copy_upper("abc?", &out) == 0)
        free(out);
    unlink(path);
}
