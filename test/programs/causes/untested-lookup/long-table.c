// The loop is not followed to the end of the table, but it has one.
#include <string.h>
struct keyword { const char *name; int flags; };
static const struct keyword keywords[] = {
  {"atime", 1}, {"ctime", 1}, {"gid", 2}, {"gname", 2}, {"linkpath", 0}, {"mtime", 1},
  {"path", 0},  {"size", 4},  {"uid", 2}, {"uname", 2}, {"volume", 8},  {"xattr", 16},
};
static const struct keyword *keyword_named(const char *name) {
  for (int i = 0; i < 12; i++)
    if (!strcmp(keywords[i].name, name)) return &keywords[i];
  return 0;
}
int is_known(const char *name) {
  const struct keyword *k = keyword_named(name);
  if (!k) return 0;
  return k->flags != 0;
}
int is_time(const char *name) {
  const struct keyword *k = keyword_named(name);
  return k && (k->flags & 1); // NOWARN
}
int is_owner(const char *name) {
  const struct keyword *k = keyword_named(name);
  return (k->flags & 2) != 0; // WARN(null-dereference)
}
