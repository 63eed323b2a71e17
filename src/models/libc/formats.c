/* Formatted input and output: stdio.h, err.h, error.h, syslog.h. These models do not use the arguments of a format: what
   a literal format does with them is added (formats.ts), and a proof takes any other call for an unknown one. */

__attribute__((format(printf, 1, 2))) int printf(const char *format, ...) { __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 2, 3))) int fprintf(const FILE *f, const char *format, ...) { __caulk_read(f, 1); __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 2, 3))) int dprintf(int fd, const char *format, ...) { __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 1, 0))) int vprintf(const char *format, va_list list) { __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 2, 0))) int vfprintf(const FILE *f, const char *format, va_list list) { __caulk_read(f, 1); __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 2, 0))) int vdprintf(int fd, const char *format, va_list list) { __caulk_string(format); return __caulk_nondet(); }

static int print_to(char *to, const char *format) { size_t n = strlen(format); __caulk_write(to, 1); __caulk_write(to, n + 1); return __caulk_nondet(); }
static int print_up_to(char *to, size_t size, const char *format) { __caulk_string(format); if (size) { __caulk_write(to, size); __caulk_ends(to, size); } return __caulk_nondet(); }

/* Prints n characters and a terminator. */
static int print_exactly(char *to, size_t n) { __caulk_write(to, n + 1); __caulk_ends(to, n + 1); return (int)n; }

static size_t between(size_t low, size_t high) {
  size_t n = some_size();
  if (n < low || n > high)
    __builtin_unreachable();
  return n;
}

static size_t at_least(size_t low) { return between(low, 0x7fffffff); }

/* The pointer is unspecified if the call fails. */
static int print_new(char **out, const char *format) {
  char *s;
  __caulk_string(format);
  s = new_string();
  *out = s ? s : __caulk_nondet_pointer();
  return s ? (__caulk_nondet() & 0x7fffffff) : -1;
}

__attribute__((format(printf, 2, 3))) int sprintf(char *to, const char *format, ...) { return print_to(to, format); }
__attribute__((format(printf, 2, 0))) int vsprintf(char *to, const char *format, va_list list) { return print_to(to, format); }
__attribute__((format(printf, 3, 4))) int snprintf(char *to, size_t size, const char *format, ...) { return print_up_to(to, size, format); }
__attribute__((format(printf, 3, 0))) int vsnprintf(char *to, size_t size, const char *format, va_list list) { return print_up_to(to, size, format); }
__attribute__((format(printf, 2, 3))) int asprintf(char **out, const char *format, ...) { return print_new(out, format); }
__attribute__((format(printf, 2, 0))) int vasprintf(char **out, const char *format, va_list list) { return print_new(out, format); }

__attribute__((format(printf, 2, 3))) int __printf_chk(int flag, const char *format, ...) { __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 3, 4))) int __fprintf_chk(const FILE *f, int flag, const char *format, ...) { __caulk_read(f, 1); __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 3, 4))) int __dprintf_chk(int fd, int flag, const char *format, ...) { __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 2, 0))) int __vprintf_chk(int flag, const char *format, va_list list) { __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 3, 0))) int __vfprintf_chk(const FILE *f, int flag, const char *format, va_list list) { __caulk_read(f, 1); __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 3, 0))) int __vdprintf_chk(int fd, int flag, const char *format, va_list list) { __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(printf, 4, 5))) int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) { return print_to(to, format); }
__attribute__((format(printf, 4, 0))) int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list list) { return print_to(to, format); }
__attribute__((format(printf, 5, 6))) int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) { return print_up_to(to, size, format); }
__attribute__((format(printf, 5, 0))) int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list list) { return print_up_to(to, size, format); }
__attribute__((format(printf, 3, 4))) int __asprintf_chk(char **out, int flag, const char *format, ...) { return print_new(out, format); }
__attribute__((format(printf, 3, 0))) int __vasprintf_chk(char **out, int flag, const char *format, va_list list) { return print_new(out, format); }

__attribute__((format(scanf, 1, 2))) int scanf(const char *format, ...) { __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(scanf, 2, 3))) int fscanf(const FILE *f, const char *format, ...) { __caulk_read(f, 1); __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(scanf, 2, 3))) int sscanf(const char *s, const char *format, ...) { __caulk_string(s); __caulk_string(format); return __caulk_nondet(); }
__attribute__((format(scanf, 1, 0))) int vscanf(const char *format, va_list list) { __caulk_string(format); __caulk_unfollowed(); return __caulk_nondet(); }
__attribute__((format(scanf, 2, 0))) int vfscanf(const FILE *f, const char *format, va_list list) { __caulk_read(f, 1); __caulk_string(format); __caulk_unfollowed(); return __caulk_nondet(); }
__attribute__((format(scanf, 2, 0))) int vsscanf(const char *s, const char *format, va_list list) { __caulk_string(s); __caulk_string(format); __caulk_unfollowed(); return __caulk_nondet(); }

/* One conversion each. Text has a terminator, and at least one character. */
static void scan_text(void *to, size_t most, size_t size) { size_t n = between(2, most + 1); __caulk_write(to, n * size); __caulk_ends(to, n * size); }
static void scan_any(void *to, size_t size) { size_t n = at_least(2); __caulk_write(to, n * size); __caulk_ends(to, n * size); }
static void scan_characters(void *to, size_t most, size_t size) { __caulk_write(to, between(1, most) * size); }

static int scan_new(void *to, size_t n) {
  char *s = __caulk_alloc(n);
  *(char **)to = s;
  if (s)
    __caulk_write(s, n);
  return s != 0;
}

static int scan_new_text(void *to, size_t size) {
  size_t n = at_least(2) * size;
  int made = scan_new(to, n);
  if (made)
    __caulk_ends(*(char **)to, n);
  return made;
}

/* ---- err.h, error.h ---- */

__attribute__((format(printf, 2, 3))) void err(int status, const char *format, ...) { read_optional(format); __caulk_never_returns(); }
__attribute__((format(printf, 2, 3))) void errx(int status, const char *format, ...) { read_optional(format); __caulk_never_returns(); }
__attribute__((format(printf, 3, 4))) void errc(int status, int code, const char *format, ...) { read_optional(format); __caulk_never_returns(); }
__attribute__((format(printf, 2, 0))) void verr(int status, const char *format, va_list list) { read_optional(format); __caulk_never_returns(); }
__attribute__((format(printf, 2, 0))) void verrx(int status, const char *format, va_list list) { read_optional(format); __caulk_never_returns(); }
__attribute__((format(printf, 1, 2))) void warn(const char *format, ...) { read_optional(format); }
__attribute__((format(printf, 1, 2))) void warnx(const char *format, ...) { read_optional(format); }
__attribute__((format(printf, 2, 3))) void warnc(int code, const char *format, ...) { read_optional(format); }
__attribute__((format(printf, 1, 0))) void vwarn(const char *format, va_list list) { read_optional(format); }
__attribute__((format(printf, 1, 0))) void vwarnx(const char *format, va_list list) { read_optional(format); }

__attribute__((format(printf, 3, 4))) void error(int status, int code, const char *format, ...) {
  __caulk_string(format);
  if (status)
    __caulk_never_returns();
}

__attribute__((format(printf, 5, 6))) void error_at_line(int status, int code, const char *file, unsigned line, const char *format, ...) {
  read_optional(file);
  __caulk_string(format);
  if (status)
    __caulk_never_returns();
}

/* ---- syslog.h: the name is kept ---- */

void openlog(const char *name, int options, int facility) { if (name) { __caulk_escape(name); __caulk_unfollowed(); } }
void closelog(void);
int setlogmask(int mask);
__attribute__((format(printf, 2, 3))) void syslog(int priority, const char *format, ...) { __caulk_string(format); }
__attribute__((format(printf, 3, 4))) void __syslog_chk(int priority, int flag, const char *format, ...) { __caulk_string(format); }
__attribute__((format(printf, 2, 0))) void vsyslog(int priority, const char *format, va_list list) { __caulk_string(format); }
__attribute__((format(printf, 3, 0))) void __vsyslog_chk(int priority, int flag, const char *format, va_list list) { __caulk_string(format); }
