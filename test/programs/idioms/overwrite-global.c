// A global holds the last message: the previous one is freed first.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *last_error;
static unsigned error_count;

void error_set(const char *format, ...)
{
    char buffer[200];
    va_list args;

    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    error_count++;
    free(last_error);
    last_error = strdup(buffer);
}

const char *error_get(void)
{
    return last_error ? last_error : "no error";
}

void error_clear(void)
{
    free(last_error);
    last_error = NULL;
}

int check_range(const char *what, int value, int low, int high)
{
    if (value < low) {
        error_set("%s is %d, less than %d", what, value, low);
        return -1;
    }
    if (value > high) {
        error_set("%s is %d, more than %d", what, value, high);
        return -1;
    }
    return 0;
}
