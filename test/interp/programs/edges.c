#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int numbers[] = {5, 3, 9, 1};
static int outside;

/* errno after the call; the result comes first. */
static void show(long result)
{
    printf("%ld %d ", result, errno);
    errno = 0;
}

static int compare(const void *a, const void *b)
{
    uintptr_t low = (uintptr_t)numbers, high = (uintptr_t)(numbers + 4);
    if ((uintptr_t)a < low || (uintptr_t)a >= high || (uintptr_t)b < low || (uintptr_t)b >= high)
        outside++;
    return *(const int *)a - *(const int *)b;
}

static void bases(void)
{
    int wrong[] = {1, 37, -1, -36};
    for (int i = 0; i < 4; i++) {
        char *end = 0;
        errno = 0;
        long signed_value = strtol("12", &end, wrong[i]);
        printf("%ld %d %d ", signed_value, errno, end == 0);
        errno = 0;
        unsigned long long value = strtoull("zz", &end, wrong[i]);
        printf("%llu %d %d\n", value, errno, end == 0);
    }
    printf("%ld %lu\n", strtol("zz", 0, 36), strtoul("101", 0, 2));
}

static void environment(void)
{
    static char own[] = "caulk_own=1";
    printf("%d", setenv("caulk_one", "first", 0));
    char *before = getenv("caulk_one");
    setenv("caulk_one", "kept", 0);
    printf(" %s %d", getenv("caulk_one"), before == getenv("caulk_one"));
    setenv("caulk_one", "a longer second", 1);
    printf(" %s %s\n", before, getenv("caulk_one"));
    putenv(own);
    own[10] = '2';
    printf("%s %d\n", getenv("caulk_own"), getenv("caulk_own") == own + 10);
    int gone = unsetenv("caulk_one");
    printf("%d %d\n", gone, getenv("caulk_one") == 0);
    putenv((char *)"caulk_own");
    printf("%d\n", getenv("caulk_own") == 0);
    const char *bad[] = {0, "", "a=b"};
    errno = 0;
    for (int i = 0; i < 3; i++) {
        show(setenv(bad[i], "x", 1));
        show(unsetenv(bad[i]));
    }
    puts("");
}

static void streams(void)
{
    char name[] = "/tmp/caulk-edges-file", buffer[4] = "xyz";
    FILE *f = fopen(name, "w+");
    int same = fgets(buffer, 1, f) == buffer, none = fgets(buffer, 0, f) == 0;
    printf("%d %d %d\n", same, buffer[0], none);
    fputs("hello", f);
    errno = 0;
    show(fseek(f, 1, 77));
    show(ftell(f));
    f = freopen(0, "r", f);
    show(f != 0 && fgetc(f) == 'h');
    fclose(f);
    errno = 0;
    show(access(name, 0644));
    show(access(name, F_OK));
    remove(name);
    show(access(name, F_OK));
    show(fopen(name, "x") == 0);
    show(fmemopen(0, 8, "x") == 0);
    puts("");
}

static void descriptors(void)
{
    char name[] = "/tmp/caulk-edges-descriptor", buffer[8] = "";
    errno = 0;
    show(close(open("/dev/null", O_RDONLY)));
    show(open(name, O_RDONLY));
    int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    errno = 0;
    show(open(name, O_RDWR | O_CREAT | O_EXCL, 0600));
    show(write(fd, "hello", 5));
    show(lseek(fd, -4, SEEK_END));
    show(read(fd, buffer, 2));
    show(lseek(fd, 0, SEEK_CUR));
    show(lseek(fd, 0, 77));
    show(close(fd));
    show(close(fd));
    show(read(fd, buffer, 2));
    fd = open(name, O_RDONLY | O_APPEND);
    show(write(fd, "x", 1));
    FILE *f = fdopen(fd, "r");
    show(fileno(f) == fd);
    printf("%s %c\n", buffer, fgetc(f));
    fclose(f);
    remove(name);
}

static void paths(void)
{
    const char *all[] = {"", "/", "//", "a/b", "a/b/", "a/b///", "/a", "/a/", "abc"};
    printf("%s", basename(0));
    for (int i = 0; i < 9; i++) {
        char path[16];
        strcpy(path, all[i]);
        printf(" %s", basename(path));
    }
    puts("");
}

int main(void)
{
    bases();
    environment();
    streams();
    descriptors();
    paths();
    qsort(numbers, 4, sizeof *numbers, compare);
    printf("%d %d %d\n", numbers[0], numbers[3], outside);
    errno = 0;
    void *freed = realloc(malloc(4), 0);
    printf("%d %d\n", freed == 0, errno);
    char text[] = "a,b", *rest, *word = strtok_r(text, ",", &rest);
    while (word) {
        printf("%s ", word);
        word = strtok_r(0, ",", &rest);
    }
    printf("%d %d\n", strtok_r(0, ",", &rest) == 0, *rest);
    return 0;
}
