// The container is an embedded record of the caller's, behind two pointers, and may be replaced twice.
#include <stdlib.h>

struct vec {
    void **at;
    int used, room;
};
struct scope {
    struct vec locals;
    struct scope *outer;
};
struct parser {
    struct scope *scope;
};

static void widen(struct vec *v)
{
    if (v->used < v->room)
        return;
    void **at = calloc((size_t)v->room + 4, sizeof *at);
    if (!at)
        abort();
    for (int i = 0; i < v->used; i++)
        at[i] = v->at[i];
    free(v->at);
    v->at = at;
    v->room += 4;
}

static void open_scope(struct parser *p)
{
    if (!p->scope) {
        p->scope = calloc(1, sizeof *p->scope);
        if (!p->scope)
            abort();
    }
}

void declare(struct parser *p, int size)
{
    void *symbol = malloc((size_t)size);
    if (!symbol)
        abort();
    open_scope(p);
    widen(&p->scope->locals);
    p->scope->locals.at[p->scope->locals.used++] = symbol; // NOWARN
}
