// With a bug: a slot holds a small number or, with the lowest bit clear, a pointer: both in one uintptr_t.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uintptr_t value;

struct string {
    size_t length;
    char bytes[];
};

static value value_of_number(intptr_t n)
{
    return ((uintptr_t)n << 1) | 1;
}

static int value_is_number(value v)
{
    return (v & 1) != 0;
}

static struct string *value_string(value v)
{
    return (struct string *)v;
}

static value value_of_string(const char *s)
{
    size_t n = strlen(s);
    struct string *string = malloc(sizeof *string + n + 1);

    if (string == NULL)
        return value_of_number(0);
    string->length = n;
    memcpy(string->bytes, s, n + 1);
    return (uintptr_t)string;
}

static void value_free(value v)
{
    if (!value_is_number(v))
        free(value_string(v));
}

static void value_print(value v)
{
    if (value_is_number(v))
        printf("%ld\n", (long)((intptr_t)v >> 1));
    else
        printf("%s\n", value_string(v)->bytes);
}

static void value_set(value *slot, value v)
{
    *slot = v; // WARN(leak)
}

int main(int argc, char **argv)
{
    value stack[4];

    for (int i = 0; i < 4; i++)
        stack[i] = value_of_number(i);
    value_set(&stack[1], value_of_string(argc > 1 ? argv[1] : "word"));
    value_set(&stack[1], value_of_number(argc));
    value_set(&stack[2], value_of_string("kept"));
    for (int i = 0; i < 4; i++) {
        value_print(stack[i]);
        value_free(stack[i]);
    }
    return 0;
}
