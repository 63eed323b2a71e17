// Traces of arguments that are always there. What they print is written for any case.
#include <stdlib.h>
#include <string.h>

extern void trace(const char *format, ...);

struct module {
  const char *name, *path;
};

int is_absolute(const char *path) {
  trace("is_absolute (%s)", path ? path : "(null)");
  return path[0] == '/'; // NOWARN
}

size_t length(const struct module *m) {
  trace("length (%s, %s)", m->name != NULL ? m->name : "none", !m->path ? "-" : m->path);
  return strlen(m->name) + strlen(m->path); // NOWARN
}

char *copy(const char *text) {
  const char *shown = text == NULL ? "nothing" : text;
  trace("copy (%s)", shown);
  return text ? strdup(text) : NULL;
}

char chosen(const char *text, const char *other) {
  trace("%s", text ? text : other);
  return *text; // WARN(null-dereference)
}
