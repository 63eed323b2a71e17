#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t moments[] = {0, 951782400, 1704067199, 1709210096};
    for (int i = 0; i < 4; i++) {
        struct tm *t = gmtime(&moments[i]);
        char text[64];
        size_t n = strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %a %b %e %I%p %y", t);
        printf("%zu %s %d %d\n", n, text, t->tm_wday, t->tm_yday);
        printf("%s", asctime(t));
        printf("%lld\n", (long long)timegm(t));
    }
    struct tm late = {.tm_year = 124, .tm_mon = 1, .tm_mday = 31};
    timegm(&late);
    printf("%d %d\n", late.tm_mon, late.tm_mday);
    printf("%d\n", time(NULL) != (time_t)-1);
    return 0;
}
