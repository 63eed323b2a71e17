/* time.h, sys/time.h, utime.h */

struct tm {
  int numbers[9];
  long offset;
  const char *zone;
};

struct timeval {
  long seconds, microseconds;
};

struct timespec {
  long seconds, nanoseconds;
};

struct itimerval {
  long values[4];
};

struct itimerspec {
  long values[4];
};

/* The time zone is in variables, which most functions set. */
extern char *tzname[2];
extern long timezone;
extern int daylight;
void tzset(void) { tzname[0] = somewhere(); tzname[1] = somewhere(); timezone = __caulk_nondet_long(); daylight = __caulk_nondet(); }

static void set_tm(struct tm *t) { __caulk_write(t, sizeof *t); t->zone = somewhere(); }

long time(long *out) { if (out) *out = __caulk_nondet_long(); return __caulk_nondet_long(); }
long clock(void);
double difftime(long a, long b);
long mktime(struct tm *t) { __caulk_read(t, sizeof *t); tzset(); set_tm(t); return __caulk_nondet_long(); }
long timegm(struct tm *t) { return mktime(t); }
long timelocal(struct tm *t) { return mktime(t); }
/* The results that the library overwrites with each call. */
static struct tm last_time;
static char last_text[26];
struct tm *localtime(const long *t) { __caulk_read(t, sizeof *t); tzset(); set_tm(&last_time); return __caulk_nondet() ? &last_time : 0; }
struct tm *gmtime(const long *t) { return localtime(t); }
struct tm *localtime_r(const long *t, struct tm *out) { __caulk_read(t, sizeof *t); tzset(); set_tm(out); return __caulk_nondet() ? out : 0; }
struct tm *gmtime_r(const long *t, struct tm *out) { return localtime_r(t, out); }
char *asctime(const struct tm *t) { return asctime_r(t, last_text); }
char *asctime_r(const struct tm *t, char *out) { __caulk_read(t, sizeof *t); __caulk_write(out, 26); __caulk_ends(out, 26); return __caulk_nondet() ? out : 0; }
char *ctime(const long *t) { return ctime_r(t, last_text); }
char *ctime_r(const long *t, char *out) { __caulk_read(t, sizeof *t); tzset(); __caulk_write(out, 26); __caulk_ends(out, 26); return __caulk_nondet() ? out : 0; }
size_t strftime(char *to, size_t size, const char *format, const struct tm *t) {
  size_t n = some_size();
  __caulk_string(format);
  __caulk_read(t, sizeof *t);
  tzset();
  if (size)
    __caulk_write(to, size);
  if (n == 0 || n >= size)
    return 0;
  to[n] = 0;
  return n;
}
size_t strftime_l(char *to, size_t size, const char *format, const struct tm *t, void *locale) { return strftime(to, size, format, t); }
char *strptime(const char *s, const char *format, struct tm *t) {
  size_t n = strlen(s);
  __caulk_string(format);
  __caulk_write(t, sizeof *t);
  return __caulk_nondet() ? (char *)s + some_part(n) : 0;
}
struct tm *getdate(const char *s) { __caulk_string(s); tzset(); return somewhere_or_null(); }

int gettimeofday(struct timeval *t, void *zone) { if (t) __caulk_write(t, sizeof *t); if (zone) __caulk_write(zone, 8); return __caulk_nondet(); }
int settimeofday(const struct timeval *t, const void *zone) { if (t) __caulk_read(t, sizeof *t); return __caulk_nondet(); }
int clock_gettime(int clock, struct timespec *out);
int clock_settime(int clock, const struct timespec *t);
int clock_getres(int clock, struct timespec *out) { if (out) __caulk_write(out, sizeof *out); return __caulk_nondet(); }
int timespec_get(struct timespec *out, int base);
int nanosleep(const struct timespec *t, struct timespec *left) { __caulk_read(t, sizeof *t); if (left) __caulk_write(left, sizeof *left); return __caulk_nondet(); }
int clock_nanosleep(int clock, int flags, const struct timespec *t, struct timespec *left) { return nanosleep(t, left); }
int getitimer(int which, struct itimerval *out);
int setitimer(int which, const struct itimerval *value, struct itimerval *old) { if (value) __caulk_read(value, sizeof *value); if (old) __caulk_write(old, sizeof *old); return __caulk_nondet(); }
int timer_create(int clock, void *event, void **out) { if (event) __caulk_escape(event); *out = somewhere(); __caulk_unfollowed(); return __caulk_nondet(); }
int timer_delete(void *timer) { return __caulk_nondet(); }
int timer_settime(void *timer, int flags, const struct itimerspec *value, struct itimerspec *old) { __caulk_read(value, sizeof *value); if (old) __caulk_write(old, sizeof *old); return __caulk_nondet(); }
int adjtime(const struct timeval *delta, struct timeval *old) { if (delta) __caulk_read(delta, sizeof *delta); if (old) __caulk_write(old, sizeof *old); return __caulk_nondet(); }
int adjtimex(void *t) { __caulk_write(t, sizeof(void *) == 8 ? 208 : 128); return __caulk_nondet(); }
long times(void *out) { if (out) __caulk_write(out, 4 * sizeof(long)); return __caulk_nondet_long(); }
int utime(const char *path, const void *times) { __caulk_string(path); if (times) __caulk_read(times, 2 * sizeof(long)); return __caulk_nondet(); }
int utimes(const char *path, const struct timeval *times) { __caulk_string(path); if (times) __caulk_read(times, 2 * sizeof *times); return __caulk_nondet(); }
int lutimes(const char *path, const struct timeval *times) { return utimes(path, times); }
int futimes(int fd, const struct timeval *times) { if (times) __caulk_read(times, 2 * sizeof *times); return __caulk_nondet(); }
int futimesat(int at, const char *path, const struct timeval *times) { read_optional(path); return futimes(at, times); }
int utimensat(int at, const char *path, const struct timespec *times, int flags) { read_optional(path); if (times) __caulk_read(times, 2 * sizeof *times); return __caulk_nondet(); }
int futimens(int fd, const struct timespec *times) { if (times) __caulk_read(times, 2 * sizeof *times); return __caulk_nondet(); }
