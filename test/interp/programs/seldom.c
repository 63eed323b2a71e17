#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

static void messages(void)
{
    char room[64];
    for (int code = -1; code < 40; code++)
        printf("%s|%s\n", strerror(code), strerrorname_np(code) ? strerrorname_np(code) : "-");
    printf("%s %s %s\n", strsignal(11), strsignal(99), sigabbrev_np(15));
    printf("%s", strerror_r(9999, room, sizeof room));
    printf(" %d\n", strerror_r(9999, room, 8) == room);
    errno = EISDIR;
    printf("%m\n");
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void strings(void)
{
    const char *versions[] = {"", "0", "00", "000", "01", "010", "09", "1", "9", "10", "a", "a0", "a01", "a1", "a10", "jan1", "jan10", "x.2"};
    for (int i = 0; i < 18; i++)
        for (int k = 0; k < 18; k++)
            printf("%d ", sign(strverscmp(versions[i], versions[k])));
    puts("");
    const char *paths[] = {"", "/", "//", "a", "a/", "a/b", "/a", "a/b/", "/a/b", "a//b", "//a"};
    for (int i = 0; i < 11; i++) {
        char path[16];
        strcpy(path, paths[i]);
        printf("<%s> ", dirname(path));
    }
    puts(dirname(0));
    char swapped[5] = "abcd", options[] = "ro,size=5,x", *rest = options, *value;
    char *const tokens[] = {"ro", "size", 0};
    swab("wxyz", swapped, 4);
    printf("%s %d %d %d\n", swapped, rpmatch("yes"), rpmatch("No"), rpmatch("?"));
    while (*rest) {
        int i = getsubopt(&rest, tokens, &value);
        printf("%d %s ", i, value ? value : "-");
    }
    puts("");
}

static void numbers(void)
{
    double sine, cosine, xs[] = {5, -5, 2.5, 7.5, 100, 0};
    long double whole;
    int bits, s;
    sincos(1, &sine, &cosine);
    printf("%.6f %.6f %g\n", sine, cosine, significand(-12));
    for (int i = 0; i < 6; i++) {
        printf("%g", remquo(xs[i], 3, &bits));
        printf(" %d ", bits);
    }
    printf("%.4f", lgamma_r(-1.5, &s));
    printf(" %d", s);
    printf(" %.4f", lgamma_r(-0.5, &s));
    printf(" %d\n", s);
    printf("%.2Lf", modfl(2.75L, &whole));
    printf(" %.2Lf %d\n", whole, __fpclassifyf(1e-40f) == FP_SUBNORMAL);
}

static void streams(void)
{
    FILE *f = tmpfile();
    fpos_t place;
    putw(77, f);
    fgetpos(f, &place);
    fputs("rest", f);
    rewind(f);
    printf("%d", getw(f));
    fsetpos(f, &place);
    printf(" %c %d %d\n", fgetc(f), __freadable(f) != 0, __fwritable(f) != 0);
    fclose(f);
}

int main(void)
{
    struct in_addr address;
    messages();
    strings();
    numbers();
    streams();
    printf("%d", inet_aton("10.1.2.3", &address));
    printf(" %s %d\n", inet_ntoa(address), inet_aton("x", &address));
    return 0;
}
