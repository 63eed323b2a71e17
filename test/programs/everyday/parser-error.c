// A recursive parser leaves all its calls at once if the text is wrong; what it has allocated is kept in a list.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static jmp_buf wrong;
static struct node *all;

static void add(int value)
{
    struct node *n = malloc(sizeof *n);

    if (!n)
        longjmp(wrong, 2);
    n->value = value;
    n->next = all;
    all = n;
}

static void parse(int depth)
{
    int c = getchar();

    if (c == EOF || depth > 100)
        longjmp(wrong, 1);
    if (c == '(') {
        parse(depth + 1);
        parse(depth + 1);
    } else {
        add(c);
    }
}

int main(void)
{
    int status = setjmp(wrong);

    if (status == 0)
        parse(0);
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
    return status;
}
