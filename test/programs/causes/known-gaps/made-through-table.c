// A zeroed record of a constructor that is called through a table, after many paths that do not concern it: when the paths are merged,
// members that nobody has set count as pointers to memory.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct handle;

struct operations {
  struct handle *(*match)(const char *version);
  int (*store)(struct handle *h, int fd);
};

struct handle {
  struct operations *ops;
  void *block;
  void *other;
};

struct info {
  int major, minor;
  char text[20];
};

extern struct info *read_info(int fd, const char *name);
extern void free_info(struct info *i);
extern int get_array(int fd, struct info *i);
extern int is_part(const char *version);

static int store_old(struct handle *h, int fd) {
  if (h->other) {
    int failed = write(fd, h->other, 1024) != 1024;
    free(h->other);
    h->other = NULL;
    return failed;
  }
  return 0;
}

extern struct operations old_operations, new_operations;

static void *zeroed(size_t size) {
  void *p = calloc(1, size);
  if (p) return p;
  exit(4);
}

static struct handle *match_old(const char *version) {
  struct handle *h = zeroed(sizeof *h);
  h->ops = &old_operations;
  if (strcmp(version, "0.90") == 0) return h;
  free(h);
  return NULL;
}

static struct handle *match_new(const char *version) {
  struct handle *h = zeroed(sizeof *h);
  h->ops = &new_operations;
  if (strcmp(version, "1.2") == 0) return h;
  free(h);
  return NULL;
}

struct operations old_operations = {.match = match_old, .store = store_old};
struct operations new_operations = {.match = match_new};
struct operations *all[] = {&old_operations, &new_operations, NULL};

struct handle *pick(int fd) {
  struct handle *h = NULL;
  struct info array, *i = read_info(fd, NULL);
  char version[20] = "1.2";
  const char *text;
  int major, minor;
  if (i) {
    major = i->major;
    minor = i->minor;
    text = i->text;
  } else {
    if (get_array(fd, &array)) array.major = array.minor = 0;
    major = array.major;
    minor = array.minor;
    text = "";
  }
  if (major != -1) text = version;
  if (minor == -2 && is_part(text)) {
    free_info(i);
    i = read_info(-1, version);
    if (i && i->text[0])
      text = i->text;
    else
      text = "-no-metadata-";
  }
  for (int n = 0; h == NULL && all[n]; n++) h = all[n]->match(text);
  free_info(i);
  if (h) h->block = NULL;
  return h;
}

int add_bitmap(int fd) {
  struct handle *h = pick(fd);
  if (!h) return 1;
  free(h); // FALSE-ALARM(leak): the record is new, and its members are null
  return 0;
}

int add_other(int fd) {
  struct handle *h = pick(fd);
  if (!h) return 1;
  h->other = malloc(1024);
  free(h); // WARN(leak)
  return 0;
}

int restart(struct handle *h, int fd) {
  return h->ops->store(h, fd);
}
