// Figures 2, 4 and 5 of the paper: a list of eight is reversed, and the fourth call of rev is about to return.
#include <stdlib.h>

typedef struct node {
    int d;
    struct node *n;
} *L;

L create(int s)
{
    L tmp, tl;
    if (s <= 0)
        return NULL;
    tl = create(s - 1);
    tmp = malloc(sizeof(*tmp));
    tmp->n = tl;
    tmp->d = s;
    return tmp;
}

void delall(L x)
{
    L rest;
    if (x == NULL)
        return;
    rest = x->n;
    free(x);
    delall(rest);
}

L app(L p, L q)
{
    L r;
    if (p == NULL)
        return q;
    r = p;
    while (r->n != NULL)
        r = r->n;
    r->n = q;
    return p;
}

static int calls;

L rev(L x)
{
    L xn, t;
    if (x == NULL)
        return NULL;
    xn = x->n;
    x->n = NULL;
    calls++;
    t = rev(xn);
    t = app(t, x);
    if (calls-- == 4)
        return t; // here
    return t;
}

int main(void)
{
    L hd, z;
    hd = create(8);
    z = rev(hd);
    delall(z);
    return 0;
}
