#ifndef SHAPES_H
#define SHAPES_H

#include <stddef.h>

struct buffer {
    char *bytes;
    size_t size;
};

struct view;

int buffer_init(struct buffer *b, const char *text);
void buffer_clear(struct buffer *b);
int buffer_live(void);

struct view *view_new(const struct buffer *b, size_t from, size_t to);
size_t view_length(const struct view *v);
void view_free(struct view *v);

#endif
