/* dirent.h, glob.h, fnmatch.h, ftw.h, wordexp.h. An open directory is heap memory, like a stream; its entries are
   inside it. */

struct dirent {
  char bytes[sizeof(void *) == 8 ? 280 : 268];
};

/* Successive entries may be at the same place or at different ones. */
struct directory {
  char state[48];
  struct dirent entries[2];
};

struct directory *opendir(const char *path) {
  struct directory *d;
  __caulk_string(path);
  if (__caulk_unforeseen())
    return 0;
  d = __caulk_alloc(sizeof *d);
  if (d)
    __caulk_clear(d, sizeof *d);
  __caulk_released_by(d, "closedir");
  return d;
}

struct directory *fdopendir(int fd) { return opendir("."); }
int closedir(struct directory *d) { if (!d) __caulk_read(d, 1); __caulk_release(d, "closedir"); return __caulk_nondet(); }

struct dirent *readdir(struct directory *d) {
  __caulk_write(d->entries, sizeof d->entries);
  if (!__caulk_nondet())
    return 0;
  return __caulk_nondet() ? &d->entries[0] : &d->entries[1];
}

int readdir_r(struct directory *d, struct dirent *entry, struct dirent **out) {
  __caulk_read(d, 1);
  __caulk_write(entry, sizeof *entry);
  *out = __caulk_nondet() ? entry : 0;
  return __caulk_nondet();
}

void rewinddir(const struct directory *d);
void seekdir(const struct directory *d, long position);
long telldir(const struct directory *d);
int dirfd(const struct directory *d);
int alphasort(const struct dirent **a, const struct dirent **b) { __caulk_read(*a, 1); __caulk_read(*b, 1); return __caulk_nondet(); }
int versionsort(const struct dirent **a, const struct dirent **b) { return alphasort(a, b); }

/* The filter sees all entries, those too that are not in the result. */
static void filter(int (*wanted)(const struct dirent *)) {
  struct dirent entry;
  while (__caulk_nondet()) {
    __caulk_write(&entry, sizeof entry);
    wanted(&entry);
  }
}

static void sort_entries(struct dirent **all, int n, int (*compare)(const struct dirent **, const struct dirent **)) {
  __caulk_shuffle(all, n * sizeof *all);
  while (__caulk_nondet()) {
    int i = __caulk_nondet(), j = __caulk_nondet();
    if (i >= 0 && i < n && j >= 0 && j < n)
      compare((const struct dirent **)&all[i], (const struct dirent **)&all[j]);
  }
}

int scandir(const char *path, struct dirent ***out, int (*wanted)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **)) {
  int n = __caulk_nondet();
  struct dirent **all;
  __caulk_string(path);
  if (wanted)
    filter(wanted);
  if (n < 0)
    return -1;
  all = __caulk_alloc(((size_t)n + 1) * sizeof *all);
  if (!all)
    return -1;
  for (int i = 0; i < n; i++) {
    struct dirent *entry = __caulk_alloc(sizeof *entry);
    if (!entry) {
      while (i-- > 0)
        __caulk_free(all[i]);
      __caulk_free(all);
      return -1;
    }
    __caulk_write(entry, sizeof *entry);
    all[i] = entry;
  }
  if (compare && n > 1)
    sort_entries(all, n, compare);
  *out = all;
  return n;
}

int scandirat(int at, const char *path, struct dirent ***out, int (*wanted)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **)) { return scandir(path, out, wanted, compare); }

int fnmatch(const char *pattern, const char *s, int flags);

struct globbed {
  size_t count;
  char **paths;
  size_t offset;
  char rest[sizeof(void *) == 8 ? 48 : 24];
};

/* Adds n strings to the result; false if there is no memory. The first slots of the array are null on request. The array is
   heap memory; the strings go with it. */
static int add_paths(struct globbed *g, size_t n) {
  size_t before = g->offset, count = g->count + n;
  char **paths = __caulk_alloc((before + count + 1) * sizeof *paths);
  if (!paths)
    return 0;
  if (before)
    __caulk_clear(paths, before * sizeof *paths);
  if (count)
    __caulk_write(paths + before, count * sizeof *paths);
  paths[before + count] = 0;
  __caulk_free(g->paths);
  g->paths = paths;
  g->count = count;
  return 1;
}

/* With an error, earlier results are kept or freed, as in glibc. */
int glob(const char *pattern, int flags, int (*on_error)(const char *, int), struct globbed *g) {
  int error = __caulk_nondet();
  __caulk_string(pattern);
  if (flags & 64)
    __caulk_unfollowed();
  while (on_error && __caulk_nondet())
    if (on_error(somewhere(), __caulk_nondet()))
      break;
  if (!(flags & 8))
    g->offset = 0;
  if (!(flags & 32)) {
    g->count = 0;
    g->paths = 0;
  }
  if (error > 0) {
    if (__caulk_nondet())
      globfree(g);
    return error;
  }
  if (!add_paths(g, (unsigned char)__caulk_nondet()))
    return 1;
  return 0;
}

void globfree(struct globbed *g) {
  __caulk_free(g->paths);
  g->paths = 0;
  g->count = 0;
}

int wordexp(const char *words, struct globbed *g, int flags) {
  if (flags & 8)
    wordfree(g);
  return glob(words, (flags & 2 ? 32 : 0) | (flags & 1 ? 8 : 0), 0, g);
}

void wordfree(struct globbed *g) { globfree(g); }

int ftw(const char *path, int (*f)(const char *, const struct stat *, int), int most) {
  struct stat s;
  __caulk_string(path);
  while (__caulk_nondet()) {
    int stop;
    __caulk_write(&s, sizeof s);
    stop = f(somewhere(), &s, __caulk_nondet());
    if (stop)
      return stop;
  }
  return __caulk_nondet() ? 0 : -1;
}

struct FTW {
  int base, level;
};

int nftw(const char *path, int (*f)(const char *, const struct stat *, int, struct FTW *), int most, int flags) {
  struct stat s;
  struct FTW at;
  __caulk_string(path);
  while (__caulk_nondet()) {
    int stop;
    __caulk_write(&s, sizeof s);
    __caulk_write(&at, sizeof at);
    stop = f(somewhere(), &s, __caulk_nondet(), &at);
    if (stop)
      return stop;
  }
  return __caulk_nondet() ? 0 : -1;
}
