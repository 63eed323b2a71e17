#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>

struct stream;

struct stream_ops {
    const char *name;
    void *(*open)(const char *argument);
    long (*read)(void *state, char *to, size_t room);
    void (*close)(void *state);
};

extern const struct stream_ops file_ops;
extern const struct stream_ops text_ops;

struct stream *stream_open(const char *kind, const char *argument);
long stream_read(struct stream *s, char *to, size_t room);
void stream_close(struct stream *s);

#endif
