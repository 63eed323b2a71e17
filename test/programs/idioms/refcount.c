// Reference counts: dropping the last reference frees, and every return drops the references taken.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct image {
    int refs;
    int width, height;
    unsigned char *pixels;
};

struct image *image_new(int width, int height)
{
    struct image *m = malloc(sizeof *m);

    if (m == NULL)
        return NULL;
    m->pixels = calloc((size_t)width, (size_t)height);
    if (m->pixels == NULL) {
        free(m);
        return NULL;
    }
    m->refs = 1;
    m->width = width;
    m->height = height;
    return m;
}

struct image *image_ref(struct image *m)
{
    m->refs++;
    return m;
}

void image_unref(struct image *m)
{
    if (m != NULL && --m->refs == 0) {
        free(m->pixels);
        free(m);
    }
}

struct sprite {
    struct image *image;
    int x, y;
};

struct sprite *sprite_new(struct image *m, int x, int y)
{
    struct sprite *s = malloc(sizeof *s);

    if (s == NULL)
        return NULL;
    s->image = image_ref(m);
    s->x = x;
    s->y = y;
    return s;
}

void sprite_free(struct sprite *s)
{
    if (s == NULL)
        return;
    image_unref(s->image);
    free(s);
}

int draw_two(int size)
{
    struct sprite *left = NULL, *right = NULL;
    struct image *m = image_new(size, size);
    int status = -ENOMEM;

    if (m == NULL)
        return -ENOMEM;
    left = sprite_new(m, 0, 0);
    if (left == NULL)
        goto out;
    right = sprite_new(m, size, 0);
    if (right == NULL)
        goto out;
    printf("%d %d\n", left->image->width, right->x);
    status = 0;
out:
    sprite_free(right);
    sprite_free(left);
    image_unref(m);
    return status;
}
