/* wchar.h, wctype.h, uchar.h and the multibyte part of stdlib.h. A wchar_t is an int. */

/* The length of a wide string; all of it is read, and its terminator. */
static size_t wide_length(const int *s) {
  size_t n = some_size();
  if (n > (size_t)-1 / 8 - 1)
    n = 0;
  __caulk_read(s, 4);
  __caulk_read(s, 4 * (n + 1));
  return n;
}

/* The same of at most `most` wide characters: behind these there need not be a terminator. */
static size_t wide_length_up_to(const int *s, size_t most) {
  size_t n = some_size();
  if (most)
    __caulk_read(s, 4);
  __caulk_read(s, bytes_in(n < most ? n + 1 : most, 4));
  return n < most ? n : most;
}

/* Overwrites n wide characters; if there are any, the first one is there however many there are. */
static size_t write_wide(int *to, size_t n) {
  if (n)
    __caulk_write(to, 4);
  __caulk_write(to, bytes_in(n, 4));
  return n ? n : 0;
}

static int *find_wide(const int *s, int c) {
  size_t n = wide_length(s), at = some_size();
  if (c == 0)
    return (int *)s + n;
  return at < n ? (int *)s + at : 0;
}

static int *put_wide(int *to, size_t n) { __caulk_write(to, 4); __caulk_write(to, 4 * (n + 1)); to[n] = 0; return to + n; }

size_t wcslen(const int *s) { return wide_length(s); }
size_t wcsnlen(const int *s, size_t most) { return wide_length_up_to(s, most); }
int *wcsdup(const int *s) {
  size_t n = wide_length(s);
  int *p = __caulk_alloc(4 * (n + 1));
  if (p)
    put_wide(p, n);
  return p;
}
int *wcscpy(int *to, const int *from) { put_wide(to, wide_length(from)); return to; }
int *wcpcpy(int *to, const int *from) { return put_wide(to, wide_length(from)); }
int *wcsncpy(int *to, const int *from, size_t n) { wide_length_up_to(from, n); write_wide(to, n); return to; }
int *wcpncpy(int *to, const int *from, size_t n) { size_t m = wide_length_up_to(from, n); write_wide(to, n); return to + m; }
int *wcscat(int *to, const int *from) { size_t n = wide_length(from); put_wide(to + wide_length(to), n); return to; }
int *wcsncat(int *to, const int *from, size_t most) { size_t n = wide_length_up_to(from, most); put_wide(to + wide_length(to), n); return to; }
int wcscmp(const int *a, const int *b) { wide_length(a); wide_length(b); return __caulk_nondet(); }
int wcsncmp(const int *a, const int *b, size_t n) { wide_length_up_to(a, n); wide_length_up_to(b, n); return __caulk_nondet(); }
int wcscasecmp(const int *a, const int *b) { return wcscmp(a, b); }
int wcsncasecmp(const int *a, const int *b, size_t n) { return wcsncmp(a, b, n); }
int wcscoll(const int *a, const int *b) { return wcscmp(a, b); }
size_t wcsxfrm(int *to, const int *from, size_t n) { wide_length(from); if (n) __caulk_write(to, bytes_in(n, 4)); return some_size(); }
int *wcschr(const int *s, int c) { return find_wide(s, c); }
int *wcsrchr(const int *s, int c) { return find_wide(s, c); }
int *wcschrnul(const int *s, int c) { return (int *)s + some_part(wide_length(s)); }
int *wcsstr(const int *s, const int *part) { size_t n = wide_length(s), at = some_size(); wide_length(part); return at <= n ? (int *)s + at : 0; }
int *wcspbrk(const int *s, const int *set) { wide_length(set); return find_wide(s, 1); }
size_t wcsspn(const int *s, const int *set) { wide_length(set); return some_part(wide_length(s)); }
size_t wcscspn(const int *s, const int *set) { return wcsspn(s, set); }
int *wcstok(int *s, const int *set, int **rest) {
  int *from = s ? s : *rest;
  size_t n, token, next;
  wide_length(set);
  if (!from)
    return 0;
  n = wide_length(from);
  token = some_size();
  next = some_part(n);
  put_wide(from, n);
  *rest = __caulk_nondet() ? from + next : 0;
  return token < n ? from + token : 0;
}
int *wmemcpy(int *to, const int *from, size_t n) { __caulk_copy(to, from, bytes_in(n, 4)); return to; }
int *wmempcpy(int *to, const int *from, size_t n) { __caulk_copy(to, from, bytes_in(n, 4)); return to + n; }
int *wmemmove(int *to, const int *from, size_t n) { __caulk_copy(to, from, bytes_in(n, 4)); return to; }
int *wmemset(int *to, int c, size_t n) {
  if (c == 0)
    __caulk_clear(to, bytes_in(n, 4));
  else
    __caulk_write(to, bytes_in(n, 4));
  return to;
}
int *wmemchr(const int *s, int c, size_t n) { size_t at = some_size(); __caulk_read(s, bytes_in(n, 4)); return at < n ? (int *)s + at : 0; }
int wmemcmp(const int *a, const int *b, size_t n) { __caulk_read(a, bytes_in(n, 4)); __caulk_read(b, bytes_in(n, 4)); return __caulk_nondet(); }
static void wide_number(const int *s, int **end) { size_t n = wide_length(s); if (end) *end = (int *)s + some_part(n); }
long wcstol(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
unsigned long wcstoul(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
long long wcstoll(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
unsigned long long wcstoull(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
long long wcstoimax(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
unsigned long long wcstoumax(const int *s, int **end, int base) { wide_number(s, end); return __caulk_nondet_long(); }
double wcstod(const int *s, int **end) { wide_number(s, end); return __caulk_nondet_double(); }
float wcstof(const int *s, int **end) { wide_number(s, end); return __caulk_nondet_double(); }
long double wcstold(const int *s, int **end) { wide_number(s, end); return __caulk_nondet_double(); }
int wcwidth(int c);
int wcswidth(const int *s, size_t n) { wide_length_up_to(s, n); return __caulk_nondet(); }
size_t wcsftime(int *to, size_t n, const int *format, const struct tm *t) {
  size_t m = some_size();
  wide_length(format);
  __caulk_read(t, sizeof *t);
  tzset();
  if (n)
    __caulk_write(to, bytes_in(n, 4));
  return m < n ? m : 0;
}

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

struct multibyte_state {
  char bytes[8];
};

/* A character has 16 bytes at most. */
static size_t read_character(const char *s, size_t n) {
  size_t m = some_part(n < 16 ? n : 16);
  if (n)
    __caulk_read(s, 1);
  __caulk_read(s, m);
  return m;
}

static int length_or_failure(size_t n) { return __caulk_nondet() ? (int)n : -1; }

/* The first byte is looked at even if n is 0. */
int mblen(const char *s, size_t n) {
  if (!s)
    return __caulk_nondet();
  __caulk_read(s, 1);
  return length_or_failure(read_character(s, n));
}
int mbtowc(int *out, const char *s, size_t n) {
  size_t m;
  if (!s)
    return __caulk_nondet();
  __caulk_read(s, 1);
  m = read_character(s, n);
  if (out)
    *out = __caulk_nondet();
  return length_or_failure(m);
}

/* No character of glibc's encodings has more than 6 bytes. */
int wctomb(char *out, int c) { if (!out) return __caulk_nondet(); __caulk_write(out, 6); return length_or_failure(some_part(6)); }

/* The number of elements that are written, without a terminator; or all ones. */
static size_t converted_up_to(size_t n) { return __caulk_nondet() ? some_part(n) : (size_t)-1; }

size_t mbstowcs(int *out, const char *s, size_t n) { __caulk_string(s); if (!out) return some_size(); __caulk_write(out, bytes_in(n, 4)); return converted_up_to(n); }
size_t wcstombs(char *out, const int *s, size_t n) { wide_length(s); if (!out) return some_size(); __caulk_write(out, n); return converted_up_to(n); }
int mbsinit(const struct multibyte_state *state) { if (state) __caulk_read(state, 8); return __caulk_nondet(); }

static void advance(struct multibyte_state *state) { if (state) __caulk_write(state, sizeof *state); }

size_t mbrlen(const char *s, size_t n, struct multibyte_state *state) { advance(state); if (s) read_character(s, n); return some_size(); }
size_t mbrtowc(int *out, const char *s, size_t n, struct multibyte_state *state) { if (s && out) *out = __caulk_nondet(); return mbrlen(s, n, state); }
size_t wcrtomb(char *out, int c, struct multibyte_state *state) { if (out) __caulk_write(out, 6); advance(state); return some_size(); }
size_t mbrtoc32(unsigned *out, const char *s, size_t n, struct multibyte_state *state) { return mbrtowc((int *)out, s, n, state); }
size_t c32rtomb(char *out, unsigned c, struct multibyte_state *state) { return wcrtomb(out, c, state); }

size_t mbsrtowcs(int *out, const char **s, size_t n, struct multibyte_state *state) {
  size_t length = strlen(*s);
  advance(state);
  if (!out)
    return some_size();
  __caulk_write(out, bytes_in(n, 4));
  *s = __caulk_nondet() ? *s + some_part(length) : 0;
  return converted_up_to(n);
}

size_t mbsnrtowcs(int *out, const char **s, size_t most, size_t n, struct multibyte_state *state) {
  size_t length = strnlen(*s, most);
  advance(state);
  if (!out)
    return some_size();
  __caulk_write(out, bytes_in(n, 4));
  *s = __caulk_nondet() ? *s + some_part(length) : 0;
  return converted_up_to(n);
}

size_t wcsrtombs(char *out, const int **s, size_t n, struct multibyte_state *state) {
  size_t length = wide_length(*s);
  advance(state);
  if (!out)
    return some_size();
  __caulk_write(out, n);
  *s = __caulk_nondet() ? *s + some_part(length) : 0;
  return converted_up_to(n);
}

size_t wcsnrtombs(char *out, const int **s, size_t most, size_t n, struct multibyte_state *state) {
  size_t length = wide_length_up_to(*s, most);
  advance(state);
  if (!out)
    return some_size();
  __caulk_write(out, n);
  *s = __caulk_nondet() ? *s + some_part(length) : 0;
  return converted_up_to(n);
}

unsigned getwc(const FILE *f);
unsigned fgetwc(const FILE *f);
unsigned getwchar(void);
unsigned putwc(int c, const FILE *f);
unsigned fputwc(int c, const FILE *f);
unsigned putwchar(int c);
unsigned ungetwc(unsigned c, const FILE *f);
int fputws(const int *s, const FILE *f) { wide_length(s); __caulk_read(f, 1); return __caulk_nondet(); }
int *__fgetws_chk(int *s, size_t room, int n, const FILE *f) { return fgetws(s, n, f); }
int *__fgetws_unlocked_chk(int *s, size_t room, int n, const FILE *f) { return fgetws(s, n, f); }
int *fgetws(int *s, int n, const FILE *f) { __caulk_read(f, 1); if (n > 0) __caulk_write(s, 4 * (size_t)n); return __caulk_nondet() ? s : 0; }
int fwide(const FILE *f, int mode);
FILE *open_wmemstream(int **out, size_t *size) { return open_memstream((char **)out, size); }
__attribute__((format(printf, 1, 2))) int wprintf(const int *format, ...) { wide_length(format); return __caulk_nondet(); }
__attribute__((format(printf, 2, 3))) int fwprintf(const FILE *f, const int *format, ...) { __caulk_read(f, 1); wide_length(format); return __caulk_nondet(); }
__attribute__((format(printf, 3, 4))) int swprintf(int *to, size_t n, const int *format, ...) { wide_length(format); if (n) __caulk_write(to, bytes_in(n, 4)); return __caulk_nondet(); }
__attribute__((format(printf, 3, 0))) int vswprintf(int *to, size_t n, const int *format, va_list list) { wide_length(format); if (n) __caulk_write(to, bytes_in(n, 4)); return __caulk_nondet(); }
__attribute__((format(printf, 2, 3))) int __wprintf_chk(int flag, const int *format, ...) { wide_length(format); return __caulk_nondet(); }
__attribute__((format(printf, 3, 4))) int __fwprintf_chk(const FILE *f, int flag, const int *format, ...) { __caulk_read(f, 1); wide_length(format); return __caulk_nondet(); }
__attribute__((format(printf, 5, 6))) int __swprintf_chk(int *to, size_t n, int flag, size_t room, const int *format, ...) { wide_length(format); if (n) __caulk_write(to, bytes_in(n, 4)); return __caulk_nondet(); }
__attribute__((format(printf, 5, 0))) int __vswprintf_chk(int *to, size_t n, int flag, size_t room, const int *format, va_list list) { wide_length(format); if (n) __caulk_write(to, bytes_in(n, 4)); return __caulk_nondet(); }
