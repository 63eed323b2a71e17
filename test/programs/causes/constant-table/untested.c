// One of three callers does not test the result of a search of a constant table that ends at a fixed address.
#include <stddef.h>
#include <string.h>

struct format {
  const char *suffix;
  const char *program;
};

static const struct format formats[8] = {
  {"gz", "gzip"}, {"bz2", "bzip2"}, {"xz", "xz"}, {"lz", "lzip"}, {"Z", "compress"}, {"zst", "zstd"}, {"lzo", "lzop"}, {"lzma", "lzma"},
};

static const struct format *format_of(const char *name) {
  const char *suffix = strrchr(name, '.');
  const struct format *f;
  if (!suffix) return NULL;
  for (f = formats; f < formats + 8; f++)
    if (strcmp(f->suffix, suffix + 1) == 0) return f;
  return NULL;
}

const char *program_for(const char *name) {
  const struct format *f = format_of(name);
  return f ? f->program : NULL;
}

int is_compressed(const char *name) {
  return format_of(name) != NULL;
}

size_t bare_length(const char *name) {
  const struct format *f = format_of(name);
  return strlen(name) - strlen(f->suffix) - 1; // WARN(null-dereference)
}
