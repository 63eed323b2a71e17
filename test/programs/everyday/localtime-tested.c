// The local time, tested and printed.
#include <stdio.h>
#include <time.h>

int main(void)
{
    time_t now = time(NULL);
    struct tm *t = localtime(&now);
    char text[64];

    if (!t)
        return 1;
    if (strftime(text, sizeof text, "%Y-%m-%d", t) == 0)
        return 1;
    printf("%s %d\n", text, t->tm_year);
    return 0;
}
