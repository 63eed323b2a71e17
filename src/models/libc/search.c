/* search.h. Tables and trees keep their keys; a search returns a pointer to the place of the key. */

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) { __caulk_escape(key); *root = somewhere(); return somewhere_or_null(); }
void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) { __caulk_read(root, sizeof *root); return somewhere_or_null(); }
void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *)) { *root = somewhere_or_null(); return somewhere_or_null(); }
void twalk(const void *root, void (*f)(const void *, int, int)) { while (__caulk_nondet()) f(somewhere(), __caulk_nondet(), __caulk_nondet()); }
void tdestroy(void *root, void (*f)(void *)) { while (__caulk_nondet()) f(somewhere()); }
int hcreate(size_t n);
void hdestroy(void);
void insque(void *e, void *after) { __caulk_escape(e); if (after) __caulk_escape(after); }
void remque(void *e) { __caulk_escape(e); }
