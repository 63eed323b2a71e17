// Ends the program with a message: never returns, although it lacks the attribute.
#include "memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void complain(const char *format, va_list args)
{
    fputs("dictionary: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void die(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain(format, args);
    va_end(args);
    exit(2);
}
