// A directory is memory until closedir, and so are its entries.
#include <dirent.h>
#include <stddef.h>

int counted(void)
{
    DIR *d = opendir("name");
    int count = 0;

    if (d == NULL)
        return -1;
    while (readdir(d) != NULL)
        count++;
    closedir(d);
    return count;
}

int not_closed(void)
{
    DIR *d = opendir("name");

    if (d == NULL)
        return -1;
    return readdir(d) != NULL; // WARN(leak)
}

int used_when_closed(void)
{
    DIR *d = opendir("name");
    struct dirent *e;
    int type;

    if (d == NULL)
        return -1;
    e = readdir(d);
    if (e == NULL) {
        closedir(d);
        return 0;
    }
    closedir(d);
    type = e->d_type; // WARN(use-after-free)
    return type;
}

int not_tested(void)
{
    DIR *d = opendir("name");
    int type;

    if (d == NULL)
        return -1;
    type = readdir(d)->d_type; // WARN(null-dereference)
    closedir(d);
    return type;
}
