/* termios.h, pty.h, getopt.h and the parts of unistd.h that concern terminals. */

struct termios {
  char bytes[60];
};

int tcgetattr(int fd, struct termios *out);
int tcsetattr(int fd, int when, const struct termios *t);
int tcsendbreak(int fd, int duration);
int tcdrain(int fd);
int tcflush(int fd, int queue);
int tcflow(int fd, int action);
int tcgetpgrp(int fd);
int tcsetpgrp(int fd, int group);
int tcgetsid(int fd);
void cfmakeraw(struct termios *t);
unsigned cfgetispeed(const struct termios *t);
unsigned cfgetospeed(const struct termios *t);
int cfsetispeed(struct termios *t, unsigned speed);
int cfsetospeed(struct termios *t, unsigned speed);
int cfsetspeed(struct termios *t, unsigned speed);
int isatty(int fd);
char *ttyname(int fd) { return found_or_null(); }
int ttyname_r(int fd, char *to, size_t size) { __caulk_write(to, size); return __caulk_nondet(); }
int vhangup(void);
int openpty(int *ours, int *theirs, char *name, const struct termios *t, const void *size) {
  __caulk_write(ours, sizeof *ours);
  __caulk_write(theirs, sizeof *theirs);
  if (name)
    __caulk_write(name, 4096);
  if (t)
    __caulk_read(t, sizeof *t);
  return __caulk_nondet();
}
int forkpty(int *ours, char *name, const struct termios *t, const void *size) { int theirs; return openpty(ours, &theirs, name, t, size); }
int login_tty(int fd);

/* Options point into the program's arguments, which are permuted. */
extern char *optarg;
extern int optind;
extern int optopt;

static void scan_words(int count, char *const *words, const char *options) {
  int i = __caulk_nondet(); /* any of them */
  __caulk_string(options);
  if (0 <= i && i < count)
    __caulk_string(words[i]);
  if (count > 0)
    __caulk_shuffle((void *)words, count * sizeof *words);
  optarg = somewhere_or_null();
  optind = __caulk_nondet();
  optopt = __caulk_nondet();
}

int getopt(int count, char *const *words, const char *options) { scan_words(count, words, options); return __caulk_nondet(); }

struct option {
  const char *name;
  int argument;
  int *flag;
  int value;
};

/* A long option gives its value, or stores it. */
int getopt_long(int count, char *const *words, const char *options, const struct option *all, int *index) {
  scan_words(count, words, options);
  for (const struct option *o = all; o && o->name; o++) {
    __caulk_string(o->name);
    if (!__caulk_nondet())
      continue;
    if (index)
      *index = __caulk_nondet();
    if (!o->flag)
      return o->value;
    *o->flag = o->value;
    return 0;
  }
  return __caulk_nondet();
}

int getopt_long_only(int count, char *const *words, const char *options, const struct option *all, int *index) { return getopt_long(count, words, options, all, index); }
