// Formats whose arguments are given by position, and counts of every width.
#include <stdio.h>

int main(void)
{
    char text[64];
    signed char c = 0;
    short s = 0;
    int i = 0;
    long l = 0;

    printf("%2$s %1$d %2$s|%1$*3$d|%2$.*4$s|\n", 7, "word", 5, 2);
    snprintf(text, sizeof text, "%3$c%2$c%1$c", 'a', 'b', 'c');
    puts(text);
    snprintf(text, 3, "%2$s%1$s", "xy", "ab");
    puts(text);
    printf("12%hhn34%hn56%n78%ln\n", &c, &s, &i, &l);
    printf("%d %d %d %ld\n", c, s, i, l);
    int a = 0, b = 0;
    printf("%d", sscanf("3 4", "%2$d %1$d", &a, &b));
    printf(" %d %d\n", a, b);
    char word[8] = "", *fresh = 0;
    printf("%d", sscanf("abc def12", "%3s %1[a-z]%n", word, text, &i));
    printf(" %s %s %d\n", word, text, i);
    return fresh != 0;
}
