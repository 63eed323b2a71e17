/* search.h. Trees and tables keep their keys and read them later, in an order that is not followed; a search returns a
   pointer to the place of the key. */

static void compare_with_some(const void *key, int (*compare)(const void *, const void *)) {
  __caulk_unfollowed();
  while (__caulk_nondet())
    compare(key, somewhere());
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
  __caulk_escape(key);
  compare_with_some(key, compare);
  *root = somewhere();
  return somewhere_or_null();
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
  __caulk_read(root, sizeof *root);
  compare_with_some(key, compare);
  return somewhere_or_null();
}

void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *)) {
  compare_with_some(key, compare);
  *root = somewhere_or_null();
  return somewhere_or_null();
}

void twalk(const void *root, void (*f)(const void *, int, int)) {
  __caulk_unfollowed();
  while (__caulk_nondet())
    f(somewhere(), __caulk_nondet(), __caulk_nondet());
}

void twalk_r(const void *root, void (*f)(const void *, int, void *), void *data) {
  __caulk_unfollowed();
  while (__caulk_nondet())
    f(somewhere(), __caulk_nondet(), data);
}

void tdestroy(void *root, void (*f)(void *)) {
  __caulk_unfollowed();
  while (__caulk_nondet())
    f(somewhere());
}

/* ---- hash tables ---- */

struct table_entry {
  char *key;
  void *data;
};

int hcreate(size_t n);
int hcreate_r(size_t n, void *table) { __caulk_write(table, 2 * sizeof(void *)); return __caulk_nondet(); }
void hdestroy(void);
void hdestroy_r(void *table) { __caulk_write(table, 2 * sizeof(void *)); }

struct table_entry *hsearch(struct table_entry item, int action) {
  __caulk_string(item.key);
  __caulk_unfollowed();
  if (action) {
    __caulk_escape(item.key);
    if (item.data)
      __caulk_escape(item.data);
  }
  return somewhere_or_null();
}

int hsearch_r(struct table_entry item, int action, struct table_entry **out, void *table) {
  *out = hsearch(item, action);
  return *out != 0;
}

/* ---- linked lists: an element starts with its links ---- */

struct link {
  struct link *next, *before;
};

void insque(void *e, void *after) {
  struct link *element = e, *first = after;
  if (!first) {
    element->next = 0;
    element->before = 0;
    return;
  }
  element->next = first->next;
  element->before = first;
  if (first->next)
    first->next->before = element;
  first->next = element;
}

void remque(void *e) {
  struct link *element = e;
  if (element->next)
    element->next->before = element->before;
  if (element->before)
    element->before->next = element->next;
}
