/* string.h, strings.h */

size_t strlen(const char *s) {
  size_t n = some_size();
  __caulk_string(s);
  return n > (size_t)-1 / 2 ? 0 : n;
}

/* The terminator of the string at s. An engine may know a zero byte that it does not lie behind. */
static char *__caulk_end(const char *s) { return (char *)s + strlen(s); }

/* Between s and the terminator. */
static char *inside(const char *s) { return (char *)s + some_part(strlen(s)); }
static char *inside_or_null(const char *s) { size_t n = strlen(s), at = some_size(); return at <= n ? (char *)s + at : 0; }

/* The first n bytes of a string are overwritten; it still ends there or before. */
static void change_string(char *s, size_t n) { __caulk_write(s, n + 1); __caulk_ends(s, n + 1); }

/* A character other than the terminator is before it. */
static char *find_character(const char *s, int c) {
  size_t n = strlen(s), at = some_size();
  if (c == 0)
    return (char *)s + n;
  return at < n ? (char *)s + at : 0;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = some_size();
  if (most)
    __caulk_read(s, 1);
  __caulk_read(s, n < most ? n : most);
  return n < most ? n : most;
}

static char *new_copy(size_t n) {
  char *p = __caulk_alloc(n + 1);
  if (p) {
    __caulk_write(p, n + 1);
    p[n] = 0;
  }
  return p;
}

char *strdup(const char *s) { return new_copy(strlen(s)); }
char *strndup(const char *s, size_t most) { return new_copy(strnlen(s, most)); }

void *memcpy(void *to, const void *from, size_t size) { __caulk_copy(to, from, size); return to; }
void *memmove(void *to, const void *from, size_t size) { __caulk_copy(to, from, size); return to; }
void *mempcpy(void *to, const void *from, size_t size) { __caulk_copy(to, from, size); return (char *)to + size; }
void bcopy(const void *from, void *to, size_t size) { __caulk_copy(to, from, size); }
/* The copy ends behind the first such byte. */
void *memccpy(void *to, const void *from, int c, size_t size) {
  size_t n = some_size();
  if (n >= size) {
    __caulk_copy(to, from, size);
    return 0;
  }
  __caulk_copy(to, from, n + 1);
  return (char *)to + n + 1;
}

void *memset(void *p, int value, size_t size) {
  if (value == 0)
    __caulk_clear(p, size);
  else
    __caulk_write(p, size);
  return p;
}

void bzero(void *p, size_t size) { __caulk_clear(p, size); }
void explicit_bzero(void *p, size_t size) { __caulk_clear(p, size); }

static void *found_in(const void *p, size_t size) { size_t at = some_size(); __caulk_read(p, size); return at < size ? (char *)p + at : 0; }

void *memchr(const void *p, int c, size_t size) { return found_in(p, size); }
void *memrchr(const void *p, int c, size_t size) { return found_in(p, size); }

/* It reads until it finds. */
void *rawmemchr(const void *p, int c) {
  size_t n = some_size();
  if ((unsigned char)c == 0)
    return (char *)p + strlen(p);
  if (n > (size_t)-1 / 2)
    n = 0;
  __caulk_read(p, n + 1);
  return (char *)p + n;
}

/* Nothing is found at the beginning. */
void *memmem(const void *p, size_t size, const void *part, size_t n) { __caulk_read(part, n); return n == 0 ? (void *)p : found_in(p, size); }

__attribute__((pure)) int memcmp(const void *a, const void *b, size_t size) {
  __caulk_read(a, size);
  __caulk_read(b, size);
  return __caulk_nondet();
}

int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }
int timingsafe_bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }
int timingsafe_memcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

char *strcpy(char *to, const char *from) { size_t n = strlen(from); __caulk_write(to, n + 1); to[n] = 0; return to; }
char *stpcpy(char *to, const char *from) { size_t n = strlen(from); __caulk_write(to, n + 1); to[n] = 0; return to + n; }
char *strncpy(char *to, const char *from, size_t size) { strnlen(from, size); __caulk_write(to, size); return to; }
char *stpncpy(char *to, const char *from, size_t size) { size_t n = strnlen(from, size); __caulk_write(to, size); return to + n; }
char *strcat(char *to, const char *from) { size_t n = strlen(from), m = strlen(to); __caulk_write(to + m, n + 1); to[m + n] = 0; return to; }
char *strncat(char *to, const char *from, size_t most) { size_t n = strnlen(from, most), m = strlen(to); __caulk_write(to + m, n + 1); to[m + n] = 0; return to; }
size_t strlcpy(char *to, const char *from, size_t size) { if (size) { __caulk_write(to, size); __caulk_ends(to, size); } return strlen(from); }
size_t strlcat(char *to, const char *from, size_t size) { if (size) __caulk_write(to, size); return strlen(from) + some_size(); }
size_t strxfrm(char *to, const char *from, size_t size) { __caulk_string(from); if (size) __caulk_write(to, size); return some_size(); }

__attribute__((pure)) int strcmp(const char *a, const char *b);
__attribute__((pure)) int strcasecmp(const char *a, const char *b);
__attribute__((pure)) int strcoll(const char *a, const char *b);
__attribute__((pure)) int strverscmp(const char *a, const char *b);
__attribute__((pure)) int strncmp(const char *a, const char *b, size_t most) { strnlen(a, most); strnlen(b, most); return __caulk_nondet(); }
__attribute__((pure)) int strncasecmp(const char *a, const char *b, size_t most) { return strncmp(a, b, most); }

char *strchr(const char *s, int c) { return find_character(s, c); }
char *strrchr(const char *s, int c) { return find_character(s, c); }
char *strchrnul(const char *s, int c) { return inside(s); }
char *index(const char *s, int c) { return find_character(s, c); }
char *rindex(const char *s, int c) { return find_character(s, c); }
char *strstr(const char *s, const char *part) { __caulk_string(part); return inside_or_null(s); }
char *strcasestr(const char *s, const char *part) { __caulk_string(part); return inside_or_null(s); }
char *strnstr(const char *s, const char *part, size_t most) { __caulk_string(part); return inside_or_null(s); }
char *strpbrk(const char *s, const char *set) { __caulk_string(set); return find_character(s, 1); }
size_t strspn(const char *s, const char *set) { __caulk_string(set); return some_part(strlen(s)); }
size_t strcspn(const char *s, const char *set) { __caulk_string(set); return some_part(strlen(s)); }

/* Any place from p up to end. */
static char *place_between(char *p, char *end) {
  char *place = p + some_size();
  if (place < p || place > end)
    __builtin_unreachable();
  return place;
}

/* A cut overwrites a character of the string: a terminator behind it stays. Behind the cut the rest begins. */
static char *cut_at(char *place, char *end) {
  if (place == end)
    return end;
  __caulk_write(place, 1);
  return place + 1;
}

/* Behind the last token the rest is the end of the string, or null. */
char *strtok_r(char *s, const char *set, char **rest) {
  char *from = s ? s : *rest;
  char *end, *token;
  __caulk_string(set);
  end = __caulk_end(from);
  token = place_between(from, end);
  if (token == end) {
    *rest = __caulk_nondet() ? end : 0;
    return 0;
  }
  *rest = cut_at(place_between(token + 1, end), end);
  return token;
}

/* A later call continues in a string that only the library remembers. */
static char *rest_of_tokens;
char *strtok(char *s, const char *set) { return strtok_r(s, set, &rest_of_tokens); }

char *strsep(char **s, const char *set) {
  char *from = *s;
  char *end, *place;
  __caulk_string(set);
  if (!from)
    return 0;
  end = __caulk_end(from);
  place = place_between(from, end);
  *s = place == end ? 0 : cut_at(place, end);
  return from;
}

char *strerror(int error);
char *strsignal(int signal);
const char *strerrorname_np(int error) { return somewhere_or_null(); }
int __xpg_strerror_r(int error, char *to, size_t size) { if (size) __caulk_write(to, size); return __caulk_nondet(); }
char *strerror_r(int error, char *to, size_t size) { if (size) __caulk_write(to, size); return __caulk_nondet() ? to : somewhere(); }
char *strfry(char *s) { change_string(s, strlen(s)); return s; }
int ffs(int x);
int ffsl(long x);
int ffsll(long long x);
void swab(const void *from, void *to, ssize_t size) { if (size > 0) { __caulk_read(from, size); __caulk_write(to, size); } }

/* libgen.h: the result is inside the argument, or a string in library memory. */
static char *part_of_path(char *path, size_t n) { change_string(path, n); return __caulk_nondet() ? path + some_part(n) : somewhere(); }
char *basename(char *path) { return path ? part_of_path(path, strlen(path)) : somewhere(); }
char *dirname(char *path) { return basename(path); }
