// Files without a main: runs start at external functions without parameters, unless another call must come first.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

void show(const char *text);

void too_short(void)
{
    char source[11] = "AAAAAAAAAA";
    char *data = malloc(10);
    if (data == NULL)
        exit(1);
    strcpy(data, source); // WARN(out-of-bounds)
    show(data);
    free(data);
}

void long_enough(void)
{
    char source[11] = "AAAAAAAAAA";
    char *data = malloc(11);
    if (data == NULL)
        exit(1);
    strcpy(data, source); // NOWARN
    show(data);
    free(data);
}

void handed_over(void)
{
    char *data = malloc(4);
    if (data == NULL)
        exit(1);
    strcpy(data, "abc");
    free(data);
    show(data); // WARN(use-after-free)
}

void from_a_line(void)
{
    char line[16];
    int *numbers = calloc(10, sizeof *numbers);
    if (numbers != NULL && fgets(line, sizeof line, stdin) != NULL) {
        int at = atoi(line);
        if (at >= 0)
            numbers[at] = 1; // WARN(out-of-bounds)
    }
    free(numbers);
}

void from_a_socket(void)
{
    char text[16];
    int *numbers = calloc(10, sizeof *numbers);
    int from = socket(AF_INET, SOCK_STREAM, 0);
    ssize_t length = recv(from, text, sizeof text - 1, 0);
    if (numbers != NULL && length > 0) {
        text[length] = 0;
        int at = atoi(text);
        if (at >= 0 && at <= 10)
            numbers[at] = 1; // WARN(out-of-bounds)
    }
    free(numbers);
}

void by_chance(void)
{
    int *numbers = calloc(10, sizeof *numbers);
    if (numbers == NULL)
        return;
    numbers[rand() & 15] = 1; // WARN(out-of-bounds)
    free(numbers);
}

static char *state;
char *given;

void set_up(char *text)
{
    state = text;
}

int needs_set_up(void)
{
    return *state; // NOWARN
}

int needs_others(void)
{
    return *given; // NOWARN
}
