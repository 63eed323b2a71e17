// The C around the calls, as text: headers, what is shown, files, callbacks, guarded memory, processes.
// Put together by harness.ts.

export const HEADERS = `#define _GNU_SOURCE
#include <aio.h>
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <ftw.h>
#include <getopt.h>
#include <gnu/libc-version.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <limits.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <mntent.h>
#include <net/if.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <termios.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>
`;

/** Both programs have this. */
export const SHOWING = `
struct block { unsigned char *start; unsigned long size; };
static struct block *blocks;
static int block_count;

static void say_number(const char *name, long long n) { printf("\\1%s %lld\\n", name, n); }
static void say_unsigned(const char *name, unsigned long long n) { printf("\\1%s %llu\\n", name, n); }
static void say_floating(const char *name, double x) {
  if (x != x) printf("\\1%s nan\\n", name);
  else printf("\\1%s %.17g\\n", name, x);
}
static void say_pointer(const char *name, const void *p) {
  const unsigned char *at = p;
  if (!p) { printf("\\1%s null\\n", name); return; }
  if (p == (void *)-1) { printf("\\1%s minus-one\\n", name); return; }
  if (p == (void *)7) { printf("\\1%s seven\\n", name); return; }
  for (int i = 0; i < block_count; i++)
    if (blocks[i].start && at >= blocks[i].start && at <= blocks[i].start + blocks[i].size) {
      printf("\\1%s b%d+%ld\\n", name, i, (long)(at - blocks[i].start));
      return;
    }
  say_other(name, p);
}
/* A string elsewhere: those in blocks are shown with these. */
static void say_text(const void *p) {
  const unsigned char *at = p;
  if (!p) return;
  for (int i = 0; i < block_count; i++)
    if (blocks[i].start && at >= blocks[i].start && at <= blocks[i].start + blocks[i].size) return;
  printf("\\1text ");
  while (*at) printf("%02x", *at++);
  printf("\\n");
}
static void say_bytes(int k, const unsigned char *at, unsigned long size) {
  printf("\\1b%d ", k);
  for (unsigned long i = 0; i < size; i++) printf("%02x", at[i]);
  printf("\\n");
}
`;

/** The files of calls. */
export const FILES = `
static void make_file(const char *path, const char *text, int n) {
  FILE *f = fopen(path, "w");
  if (f) { fwrite(text, 1, n, f); fclose(f); }
}
static void say_file(const char *path) {
  FILE *f = fopen(path, "r");
  int c;
  if (!f) return;
  printf("\\1file ");
  while ((c = fgetc(f)) != EOF) printf("%02x", c);
  printf("\\n");
  fclose(f);
}
static FILE *stream(const char *path, const char *text, int n, const char *mode) {
  make_file(path, text, n);
  return fopen(path, mode);
}
static void say_stream(FILE *f, const char *path) {
  printf("\\1stream %ld %d %d\\n", ftell(f), !!feof(f), !!ferror(f));
  fclose(f);
  say_file(path);
}
static int descriptor(const char *path, const char *text, int n) {
  make_file(path, text, n);
  return open(path, O_RDWR);
}
static void say_descriptor(int d, const char *path) {
  printf("\\1descriptor %ld\\n", (long)lseek(d, 0, SEEK_CUR));
  close(d);
  say_file(path);
}
`;

export const CALLBACKS = `
/* Callbacks: they say what they were given, unless that is an element of an array. */
static int array_block = 0;
static void check_element(const void *p) {
  const unsigned char *at = p;
  if (at < blocks[array_block].start || at >= blocks[array_block].start + blocks[array_block].size) say_pointer("element", p);
}
static int compare_bytes(const void *a, const void *b) { check_element(b); return *(const unsigned char *)a - *(const unsigned char *)b; }
static int compare_elements(const void *a, const void *b) { check_element(a); return compare_bytes(a, b); }
static int compare_with(const void *a, const void *b, void *data) { if (data != blocks[array_block].start) say_pointer("data", data); return compare_elements(a, b); }
`;

export const COUNTING = `
static int calls;
static void count_calls(void) { calls++; }
static int count_visits(void) { calls++; return 0; }
static int compare_bytes_only(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
static char static_room[BUFSIZ];
`;

/** For engines: nothing is shown, and files can be opened, as they can when the call is really made. */
export const QUIET = `
static void make_file(const char *path, const char *text, int n) {}
static FILE *stream(const char *path, const char *text, int n, const char *mode) {
  FILE *f = fopen(path, mode);
  if (!f) abort();
  return f;
}
static int descriptor(const char *path, const char *text, int n) { return open(path, O_RDWR); }
static void say_number(const char *name, long long n) {}
static int compare_bytes(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
static int compare_elements(const void *a, const void *b) { return compare_bytes(a, b); }
static int compare_with(const void *a, const void *b, void *data) { return compare_bytes(a, b); }
`;

export const OURS = `
static void say_other(const char *name, const void *p) { printf("\\1%s other\\n", name); }
#define GUARDED(k, n, s) memcpy(malloc(n), s, n)
#define HEAP(k, n, s) memcpy(malloc(n), s, n)
#define OPAQUE(k, n) memset(malloc(n), 170, n)
#define BEGIN() (errno = 0)
#define END() (e = errno)
`;

export const REAL = `
#define GUARDS 1
#define GUARDED(k, n, s) guarded(k, n, s)
#define HEAP(k, n, s) memcpy(malloc(n), s, n)
#define OPAQUE(k, n) guarded(k, n, 0)
#define BEGIN() (watching = 1, errno = 0)
#define END() (e = errno, watching = 0)
static int watching;
struct guard { unsigned char *start, *end, *guard; };
static struct guard guards[16];
struct fresh { const void *start; unsigned long size; };
static struct fresh fresh[4096];
static int fresh_count;
static const void *gone[4096];
static int gone_count;
static int is_gone(const void *p) { for (int i = 0; i < gone_count; i++) if (gone[i] == p) return 1; return 0; }
static void on_malloc(const volatile void *p, unsigned long n) {
  if (!watching || fresh_count == 4096) return;
  fresh[fresh_count].start = (const void *)p;
  fresh[fresh_count++].size = n;
}
static void on_free(const volatile void *p) {
  if (!watching || !p) return;
  for (int i = 0; i < fresh_count; i++) if (fresh[i].start == p) { fresh[i].start = 0; return; }
  if (gone_count < 4096) gone[gone_count++] = (const void *)p;
}
static void say_other(const char *name, const void *p) {
  for (int i = 0; i < fresh_count; i++)
    if (fresh[i].start == p) { printf("\\1%s fresh %lu\\n", name, fresh[i].size); return; }
  printf("\\1%s other\\n", name);
}
static unsigned char *guarded(int k, unsigned long n, const char *bytes) {
  unsigned long pages = (n + 4095) / 4096 + 1;
  unsigned char *at = mmap(0, (pages + 1) * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned char *end = at + pages * 4096;
  mprotect(end, 4096, PROT_NONE);
  memset(at, 0x5a, pages * 4096 - n);
  if (bytes) memcpy(end - n, bytes, n);
  else memset(end - n, 170, n);
  guards[k].start = at;
  guards[k].end = end - n;
  guards[k].guard = end;
  return end - n;
}
/* Was something written in front of a block? */
static void check_guards(void) {
  for (int k = 0; k < 16; k++)
    for (unsigned char *p = guards[k].start; p < guards[k].end; p++)
      if (*p != 0x5a) { printf("\\1error out-of-bounds b%d\\n", k); break; }
}
static int block_of(const unsigned char *at) {
  for (int k = 0; k < 16; k++)
    if (guards[k].guard && at >= guards[k].guard && at < guards[k].guard + 4096) return k;
  for (int k = 0; k < block_count; k++)
    if (blocks[k].start && at >= blocks[k].start && at <= blocks[k].start + blocks[k].size + 32) return k;
  return -1;
}
static void die_of(const char *kind, const void *p) {
  int k = block_of(p);
  fflush(stdout);
  if (k < 0) printf("\\1error %s\\n", kind);
  else printf("\\1error %s b%d\\n", kind, k);
  fflush(stdout);
  _exit(0);
}
static const char *kind_of(int n, const void *p) {
  if (n != SIGSEGV) return n == SIGFPE ? "arithmetic" : n == SIGABRT ? "abort" : "signal";
  if (p < (void *)4096) return "null-dereference";
  return block_of(p) >= 0 ? "out-of-bounds" : "crash";
}
static void on_signal(int n, siginfo_t *info, void *x) { const void *p = n == SIGSEGV ? info->si_addr : (void *)-1; die_of(kind_of(n, p), p); }
void *__asan_get_report_address(void);
const char *__asan_get_report_description(void);
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, unsigned long), void (*)(const volatile void *));
/* The sanitizer checks some functions too strictly, in memory that no call was given. */
void __asan_on_error(void) {
  const char *kind = __asan_get_report_description();
  if (strstr(kind, "overflow") && block_of(__asan_get_report_address()) < 0) return;
  die_of(kind, __asan_get_report_address());
}
const char *__asan_default_options(void) { return "detect_leaks=0:handle_segv=0:handle_abort=0:handle_sigfpe=0:allocator_may_return_null=1:log_path=/dev/null:abort_on_error=0:halt_on_error=0"; }
static void run(int i, void (*f)(void)) {
  int status = 0, pid;
  printf("\\2%d\\n", i);
  fflush(stdout);
  pid = fork();
  if (pid == 0) {
    static char stack[1 << 16];
    stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
    struct sigaction act = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    sigaltstack(&other, 0);
    for (int n = 0; n < 5; n++) sigaction((int[]){ SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL }[n], &act, 0);
    alarm(3);
    char folder[16];
    snprintf(folder, sizeof folder, "call%d", i);
    mkdir(folder, 0700);
    if (chdir(folder) != 0) _exit(1);
    f();
    fflush(stdout);
    _exit(0);
  }
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status)) printf("\\1error signal %d\\n", WTERMSIG(status));
  else if (WEXITSTATUS(status)) printf("\\1error exit %d\\n", WEXITSTATUS(status));
}
`;
