// The result is not tested: it is null for a year that does not fit.
// violates: valid-deref
#include <stdio.h>
#include <time.h>

int main(void)
{
    long long n;

    if (scanf("%lld", &n) != 1)
        return 1;
    time_t when = n;
    struct tm *t = localtime(&when);
    printf("%d\n", t->tm_year);
    return 0;
}
