/* regex.h. A compiled pattern is heap memory behind the first member, until regfree. */

struct regex {
  void *buffer;
  char rest[sizeof(void *) == 8 ? 56 : 28];
};

struct match {
  int start, end;
};

int regcomp(struct regex *r, const char *pattern, int flags) {
  int error;
  __caulk_string(pattern);
  __caulk_write(r, sizeof *r);
  r->buffer = 0;
  error = __caulk_nondet();
  if (error > 0)
    return error;
  r->buffer = __caulk_alloc(256);
  return r->buffer ? 0 : 12;
}

int regexec(const struct regex *r, const char *s, size_t n, struct match *all, int flags) {
  __caulk_read(r->buffer, 1);
  __caulk_string(s);
  if (n && all)
    __caulk_write(all, bytes_in(n, sizeof *all));
  return __caulk_nondet();
}

size_t regerror(int error, const struct regex *r, char *to, size_t size) { if (size) __caulk_write(to, size); return some_size(); }
void regfree(struct regex *r) { __caulk_free(r->buffer); r->buffer = 0; }
