/* wchar.h, wctype.h, uchar.h and the multibyte part of stdlib.h. A wchar_t is an int. */

struct multibyte_state {
  char bytes[8];
};

static size_t wide_length(const int *s) { size_t n = some_size(); read_wide(s); return n > (size_t)-1 / 8 ? 0 : n; }
static int *inside_wide(const int *s) { int *found = (int *)s + wide_length(s); return __caulk_nondet() ? found : 0; }

size_t wcslen(const int *s) { return wide_length(s); }
size_t wcsnlen(const int *s, size_t most) { size_t n = some_size(); if (n > most) n = most; __caulk_read(s, 4 * n); return n; }
int *wcsdup(const int *s) {
  size_t n = wide_length(s) + 1;
  int *p = __caulk_alloc(4 * n);
  if (p)
    __caulk_write(p, 4 * n);
  return p;
}
int *wcscpy(int *to, const int *from) { __caulk_write(to, 4 * (wide_length(from) + 1)); return to; }
int *wcsncpy(int *to, const int *from, size_t n) { __caulk_read(from, 4); __caulk_write(to, 4 * n); return to; }
int *wcscat(int *to, const int *from) { __caulk_write(to + wide_length(to), 4 * (wide_length(from) + 1)); return to; }
int *wcsncat(int *to, const int *from, size_t n) { __caulk_write(to + wide_length(to), 4 * (wide_length(from) + 1)); return to; }
int wcscmp(const int *a, const int *b) { read_wide(a); read_wide(b); return __caulk_nondet(); }
int wcsncmp(const int *a, const int *b, size_t n) { return wcscmp(a, b); }
int wcscasecmp(const int *a, const int *b) { return wcscmp(a, b); }
int wcsncasecmp(const int *a, const int *b, size_t n) { return wcscmp(a, b); }
int wcscoll(const int *a, const int *b) { return wcscmp(a, b); }
size_t wcsxfrm(int *to, const int *from, size_t n) { read_wide(from); if (n) __caulk_write(to, 4 * n); return some_size(); }
int *wcschr(const int *s, int c) { return inside_wide(s); }
int *wcsrchr(const int *s, int c) { return inside_wide(s); }
int *wcsstr(const int *s, const int *part) { read_wide(part); return inside_wide(s); }
int *wcspbrk(const int *s, const int *set) { read_wide(set); return inside_wide(s); }
size_t wcsspn(const int *s, const int *set) { read_wide(set); return wide_length(s); }
size_t wcscspn(const int *s, const int *set) { read_wide(set); return wide_length(s); }
int *wcstok(int *s, const int *set, int **rest) {
  int *from = s ? s : *rest;
  read_wide(set);
  if (!from)
    return 0;
  *rest = from + wide_length(from);
  return inside_wide(from);
}
int *wmemcpy(int *to, const int *from, size_t n) { __caulk_copy(to, from, 4 * n); return to; }
int *wmemmove(int *to, const int *from, size_t n) { __caulk_copy(to, from, 4 * n); return to; }
int *wmemset(int *to, int c, size_t n) { __caulk_write(to, 4 * n); return to; }
int *wmemchr(const int *s, int c, size_t n) { __caulk_read(s, 4 * n); return __caulk_nondet() ? (int *)s + some_size() : 0; }
int wmemcmp(const int *a, const int *b, size_t n) { __caulk_read(a, 4 * n); __caulk_read(b, 4 * n); return __caulk_nondet(); }
static void wide_number(const int *s, int **end) { read_wide(s); if (end) *end = (int *)s + some_size(); }
long wcstol(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
unsigned long wcstoul(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
long long wcstoll(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
double wcstod(const int *s, int **end) { wide_number(s, end); return __caulk_nondet_double(); }
int wcwidth(int c);
int wcswidth(const int *s, size_t n) { __caulk_read(s, 4); return __caulk_nondet(); }
size_t wcsftime(int *to, size_t n, const int *format, const struct tm *t) { read_wide(format); __caulk_read(t, sizeof *t); __caulk_write(to, 4 * n); return some_size(); }

int iswalpha(unsigned c);
int iswdigit(unsigned c);
int iswalnum(unsigned c);
int iswspace(unsigned c);
int iswupper(unsigned c);
int iswlower(unsigned c);
int iswprint(unsigned c);
int iswgraph(unsigned c);
int iswpunct(unsigned c);
int iswcntrl(unsigned c);
int iswxdigit(unsigned c);
int iswblank(unsigned c);
unsigned towupper(unsigned c);
unsigned towlower(unsigned c);
unsigned long wctype(const char *name);
int iswctype(unsigned c, unsigned long type);
unsigned btowc(int c);
int wctob(unsigned c);

int mblen(const char *s, size_t n) { if (s && n) __caulk_read(s, 1); return __caulk_nondet(); }
int mbtowc(int *out, const char *s, size_t n) { if (s && n) __caulk_read(s, 1); if (s && out) __caulk_write(out, 4); return __caulk_nondet(); }
int wctomb(char *out, int c) { if (out) __caulk_write(out, 6); return __caulk_nondet(); }
size_t mbstowcs(int *out, const char *s, size_t n) { __caulk_string(s); if (out) __caulk_write(out, 4 * n); return some_size(); }
size_t wcstombs(char *out, const int *s, size_t n) { read_wide(s); if (out) __caulk_write(out, n); return some_size(); }
int mbsinit(const struct multibyte_state *state) { if (state) __caulk_read(state, 8); return __caulk_nondet(); }

static void advance(struct multibyte_state *state) { if (state) __caulk_write(state, sizeof *state); }

size_t mbrlen(const char *s, size_t n, struct multibyte_state *state) { if (s && n) __caulk_read(s, 1); advance(state); return some_size(); }
size_t mbrtowc(int *out, const char *s, size_t n, struct multibyte_state *state) { if (s && n) __caulk_read(s, 1); if (s && out) __caulk_write(out, 4); advance(state); return some_size(); }
size_t wcrtomb(char *out, int c, struct multibyte_state *state) { if (out) __caulk_write(out, 6); advance(state); return some_size(); }
size_t mbrtoc32(unsigned *out, const char *s, size_t n, struct multibyte_state *state) { return mbrtowc((int *)out, s, n, state); }
size_t c32rtomb(char *out, unsigned c, struct multibyte_state *state) { return wcrtomb(out, c, state); }

size_t mbsrtowcs(int *out, const char **s, size_t n, struct multibyte_state *state) {
  __caulk_string(*s);
  if (out) {
    __caulk_write(out, 4 * n);
    *s = __caulk_nondet() ? *s + some_size() : 0;
  }
  advance(state);
  return some_size();
}

size_t mbsnrtowcs(int *out, const char **s, size_t most, size_t n, struct multibyte_state *state) { return mbsrtowcs(out, s, n, state); }

size_t wcsrtombs(char *out, const int **s, size_t n, struct multibyte_state *state) {
  read_wide(*s);
  if (out) {
    __caulk_write(out, n);
    *s = __caulk_nondet() ? *s + some_size() : 0;
  }
  advance(state);
  return some_size();
}

unsigned getwc(const FILE *f);
unsigned fgetwc(const FILE *f);
unsigned getwchar(void);
unsigned putwc(int c, const FILE *f);
unsigned fputwc(int c, const FILE *f);
unsigned putwchar(int c);
unsigned ungetwc(unsigned c, const FILE *f);
int fputws(const int *s, const FILE *f) { read_wide(s); __caulk_read(f, 1); return __caulk_nondet(); }
int *fgetws(int *s, int n, const FILE *f) { __caulk_read(f, 1); if (n > 0) __caulk_write(s, 4 * (size_t)n); return __caulk_nondet() ? s : 0; }
int fwide(const FILE *f, int mode);
FILE *open_wmemstream(int **out, size_t *size) { return open_memstream((char **)out, size); }
__attribute__((format(printf, 1, 2))) int wprintf(const int *format, ...) { read_wide(format); return __caulk_nondet(); }
__attribute__((format(printf, 2, 3))) int fwprintf(const FILE *f, const int *format, ...) { __caulk_read(f, 1); read_wide(format); return __caulk_nondet(); }
__attribute__((format(printf, 3, 4))) int swprintf(int *to, size_t n, const int *format, ...) { read_wide(format); if (n) __caulk_write(to, 4 * n); return __caulk_nondet(); }
__attribute__((format(printf, 3, 0))) int vswprintf(int *to, size_t n, const int *format, va_list list) { read_wide(format); if (n) __caulk_write(to, 4 * n); return __caulk_nondet(); }
