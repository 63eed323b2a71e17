#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libintl.h>
#include <locale.h>
#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void number(const char *text)
{
    int codes[4] = {0};
    errno = 0, strtod(text, 0), codes[0] = errno;
    errno = 0, strtof(text, 0), codes[1] = errno;
    errno = 0, strtold(text, 0), codes[2] = errno;
    errno = 0, atof(text), codes[3] = errno;
    printf("%s: %d %d %d %d\n", text, codes[0], codes[1], codes[2], codes[3]);
}

static void numbers(void)
{
    const char *texts[] = {"1e400", "-1e400", "1e39", "1e-400", "1e-310", "1e-40", "0e999", "inf", "nan", "1e5000", "0.0001e312", "12"};
    for (int i = 0; i < 12; i++)
        number(texts[i]);
    printf("%a %a\n", nextafterf(1, 2), nextafterf(-0.0f, 1));
    printf("%a %a %a\n", nextafterf(INFINITY, 0), nextafter(INFINITY, 0), nextafter(0, -1));
    printf("%f %d\n", (double)nextafterl(INFINITY, 0), isnan(nextafterl(1, NAN)));
}

static void lines(void)
{
    char text[] = "one\ntwo is a longer line\n\nlast", *line = malloc(4);
    size_t room = 4;
    FILE *f = fmemopen(text, sizeof text - 1, "r");
    while (getline(&line, &room, f) > 0)
        printf("%zu ", room);
    puts("");
    fclose(f);
    free(line);
    printf("%d %d\n", setvbuf(stderr, 0, 77, 0), setvbuf(stderr, 0, _IONBF, 0));
}

static void files(void)
{
    int pair = open("/dev/null", O_WRONLY);
    printf("%d", dprintf(pair, "%d-%s", 12, "x"));
    printf(" %d", dprintf(99, "x"));
    printf(" %d\n", errno == EBADF);
    close(pair);
    printf("%d", fopen("no such folder/x", "w") == 0);
    printf(" %d\n", errno == ENOENT);
    printf("%d %d\n", open("no such folder/x", O_CREAT | O_RDWR, 0600), creat("no such folder/x", 0600));
}

static void calendars(void)
{
    struct tm odd = {.tm_year = 124, .tm_mon = 14, .tm_mday = 0, .tm_hour = 13, .tm_wday = 9}, read = {0};
    struct tm fair = {.tm_year = 70, .tm_mon = 0, .tm_mday = 31, .tm_wday = 3}, week = {0};
    char text[128], small[32];
    time_t now = 951782400;
    strftime(text, sizeof text, "%Y-%m-%d %a %b %I %p %u %w %C %y %e|%k|%l", &odd);
    printf("%s\n", text);
    printf("%s%s", asctime(&fair), asctime_r(&fair, small));
    printf("%s", ctime_r(&now, small));
    for (int day = -3; day < 8; day++) {
        week = (struct tm){.tm_year = 121, .tm_mday = 1 + day};
        timegm(&week);
        strftime(text, sizeof text, "%F %U %W %V %G %g %j %D %R %r %h%n%t%%%q", &week);
        printf("%s\n", text);
    }
    printf("%s", gmtime(&now)->tm_zone);
    printf(" %s\n", localtime(&now)->tm_zone);
    printf("<%s>", strptime("2024-02-29 13:05:06 rest", "%Y-%m-%d %H:%M:%S", &read));
    printf(" %d %d %d %d %d %d\n", read.tm_year, read.tm_mon, read.tm_mday, read.tm_hour, read.tm_wday, read.tm_yday);
    printf("%d %d\n", strptime("2024-13-01", "%Y-%m-%d", &read) == 0, strptime("x", "y", &read) == 0);
    printf("<%s>", strptime("Thursday, 5 mar 99 03:04 PM", "%a, %d %b %y %I:%M %p", &read));
    printf(" %d %d %d %d\n", read.tm_wday, read.tm_mday, read.tm_mon, read.tm_hour);
}

static void locales(void)
{
    char folder[] = "/tmp";
    printf("%s %s %d %d\n", setlocale(LC_ALL, 0), setlocale(LC_ALL, "C"), setlocale(LC_ALL, "none") == 0, setlocale(77, 0) == 0);
    printf("%s %s", nl_langinfo(CODESET), nl_langinfo(DAY_2));
    printf(" <%s> %s %s\n", nl_langinfo(99999), nl_langinfo(ABMON_12), nl_langinfo(RADIXCHAR));
    printf("%s <%s> %d\n", localeconv()->decimal_point, localeconv()->thousands_sep, localeconv()->frac_digits);
    printf("%s", textdomain(0));
    printf(" %s", textdomain("mine"));
    printf(" %s %s\n", textdomain(0), bindtextdomain("mine", folder));
    folder[1] = 'x';
    printf("%s %s\n", bindtextdomain("mine", 0), gettext("hello"));
    printf("%s %s %d\n", ngettext("one", "many", 1), dngettext("mine", "one", "many", 2), dngettext(0, 0, "many", 2) == 0);
}

int main(void)
{
    numbers();
    lines();
    files();
    calendars();
    locales();
    return 0;
}
