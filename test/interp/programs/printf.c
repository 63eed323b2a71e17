#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void floats(double d)
{
    printf("[%f][%e][%g][%a]\n", d, d, d, d);
    printf("[%.0f][%.0e][%.0g][%.0a]\n", d, d, d, d);
    printf("[%#.0f][%#.0e][%#.0g]\n", d, d, d);
    printf("[%+12.3f][%-12.3e][%012.4g][% .10f]\n", d, d, d, d);
    printf("[%.20f][%.17g][%.3a][%G][%E]\n", d, d, d, d, d);
}

static void ints(long long n)
{
    printf("[%d][%i][%u][%o][%x][%X]\n", (int)n, (int)n, (unsigned)n, (unsigned)n, (unsigned)n, (unsigned)n);
    printf("[%lld][%llu][%llx][%#llo][%#llX]\n", n, (unsigned long long)n, (unsigned long long)n,
           (unsigned long long)n, (unsigned long long)n);
    printf("[%hhd][%hd][%hhu][%hu][%zd][%jd][%td]\n", (signed char)n, (short)n, (unsigned char)n, (unsigned short)n,
           (ssize_t)n, (intmax_t)n, (ptrdiff_t)n);
    printf("[%8d][%-8d][%08d][%+d][% d][%.5d][%8.5d][%-8.5d][%.0d]\n", (int)n, (int)n, (int)n, (int)n, (int)n, (int)n,
           (int)n, (int)n, (int)n);
    printf("[%*d][%-*d][%.*d][%*.*d]\n", 7, (int)n, 7, (int)n, 4, (int)n, -9, 3, (int)n);
}

int main(void)
{
    double values[] = {0.0, -0.0, 1.0, 0.5, 1.5, 2.5, 0.1, 123456.789, 1e-5, 1e-4, 99999.5, 999999.5, 9.9999995e22,
                       1e15, 1e16, 1e17, 1e300, 1e-300, 5e-324, 1.7976931348623157e308, 3.14159265358979, -2.71828,
                       INFINITY, -INFINITY, 0.000123456789, 100000, 1000000, 1234567, 0x1.8p-3, 2.0/3};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        floats(values[i]);
    long long whole[] = {0, 1, -1, 42, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, 255, 65535, 1234567890123LL};
    for (unsigned i = 0; i < sizeof whole / sizeof *whole; i++)
        ints(whole[i]);
    int count = 0;
    printf("%s|%10s|%-10s|%.3s|%.*s|%c|%5c|%-5c|%%%n\n", "text", "right", "left", "cut here", 2, "xyz", 'a', 'b', 'c',
           &count);
    printf("%d %s\n", count, (char *)0);
    char buffer[16];
    int n = snprintf(buffer, sizeof buffer, "%s-%d", "a long string that is cut", 12);
    printf("%d %s\n", n, buffer);
    printf("%d\n", sprintf(buffer, "%05.1f|%x", 2.25, 48879));
    puts(buffer);
    return 0;
}
