/* pwd.h, grp.h, shadow.h, utmp.h, crypt.h. Results are in library memory; the functions with _r use the caller's
   memory. */

struct passwd {
  char *name, *password;
  unsigned uid, gid;
  char *gecos, *home, *shell;
};

struct group {
  char *name, *password;
  unsigned gid;
  char **members;
};

struct passwd *getpwnam(const char *name) { __caulk_string(name); return found_or_null(); }
struct passwd *getpwuid(unsigned id) { return found_or_null(); }
struct passwd *getpwent(void) { return somewhere_or_null(); }
struct passwd *fgetpwent(const FILE *f) { __caulk_read(f, 1); return somewhere_or_null(); }
void setpwent(void);
void endpwent(void);
int putpwent(const struct passwd *p, const FILE *f);
struct group *getgrnam(const char *name) { __caulk_string(name); return found_or_null(); }
struct group *getgrgid(unsigned id) { return found_or_null(); }
struct group *getgrent(void) { return somewhere_or_null(); }
struct group *fgetgrent(const FILE *f) { __caulk_read(f, 1); return somewhere_or_null(); }
void setgrent(void);
void endgrent(void);
int putgrent(const struct group *g, const FILE *f);

static int fill_passwd(struct passwd *p, char *buffer, size_t size, struct passwd **out) {
  __caulk_write(buffer, size);
  p->name = buffer;
  p->password = buffer + some_size();
  p->uid = __caulk_nondet();
  p->gid = __caulk_nondet();
  p->gecos = buffer + some_size();
  p->home = buffer + some_size();
  p->shell = buffer + some_size();
  *out = __caulk_nondet() ? p : 0;
  return __caulk_nondet();
}

int getpwnam_r(const char *name, struct passwd *p, char *buffer, size_t size, struct passwd **out) { __caulk_string(name); return fill_passwd(p, buffer, size, out); }
int getpwuid_r(unsigned id, struct passwd *p, char *buffer, size_t size, struct passwd **out) { return fill_passwd(p, buffer, size, out); }

static int fill_group(struct group *g, char *buffer, size_t size, struct group **out) {
  __caulk_write(buffer, size);
  g->name = buffer;
  g->password = buffer + some_size();
  g->gid = __caulk_nondet();
  g->members = somewhere();
  *out = __caulk_nondet() ? g : 0;
  return __caulk_nondet();
}

int getgrnam_r(const char *name, struct group *g, char *buffer, size_t size, struct group **out) { __caulk_string(name); return fill_group(g, buffer, size, out); }
int getgrgid_r(unsigned id, struct group *g, char *buffer, size_t size, struct group **out) { return fill_group(g, buffer, size, out); }

void *getspnam(const char *name) { __caulk_string(name); return found_or_null(); }
void *getspent(void) { return somewhere_or_null(); }
void setspent(void);
void endspent(void);
void *sgetspent(const char *s) { __caulk_string(s); return somewhere_or_null(); }
void *fgetspent(const FILE *f) { __caulk_read(f, 1); return somewhere_or_null(); }
int putspent(const void *p, const FILE *f) { __caulk_read(p, 1); __caulk_read(f, 1); return __caulk_nondet(); }
void *sgetsgent(const char *s) { __caulk_string(s); return somewhere_or_null(); }
void *getsgnam(const char *name) { __caulk_string(name); return found_or_null(); }
void *fgetsgent(const FILE *f) { __caulk_read(f, 1); return somewhere_or_null(); }
int putsgent(const void *p, const FILE *f) { return putspent(p, f); }
int lckpwdf(void);
int ulckpwdf(void);
char *crypt(const char *key, const char *salt) { __caulk_string(key); __caulk_string(salt); return somewhere_or_null(); }
char *getpass(const char *prompt) { __caulk_string(prompt); return somewhere_or_null(); }
char *getlogin(void) { return found_or_null(); }
int getlogin_r(char *to, size_t size) { __caulk_write(to, size); return __caulk_nondet(); }
char *cuserid(char *to) { if (!to) return somewhere(); __caulk_write(to, 9); return to; }

void *getutxent(void) { return somewhere_or_null(); }
void *getutxline(const void *u) { __caulk_read(u, 1); return somewhere_or_null(); }
void *getutxid(const void *u) { __caulk_read(u, 1); return somewhere_or_null(); }
void *pututxline(const void *u) { __caulk_read(u, 1); return somewhere_or_null(); }
void *getutent(void) { return somewhere_or_null(); }
void *getutid(const void *u) { __caulk_read(u, 1); return somewhere_or_null(); }
void *getutline(const void *u) { __caulk_read(u, 1); return somewhere_or_null(); }
void *pututline(const void *u) { __caulk_read(u, 1); return somewhere_or_null(); }
void setutxent(void);
void endutxent(void);
void setutent(void);
void endutent(void);
int utmpname(const char *path);
int utmpxname(const char *path);
void updwtmp(const char *path, const void *u) { __caulk_string(path); __caulk_read(u, 1); }
void updwtmpx(const char *path, const void *u) { __caulk_string(path); __caulk_read(u, 1); }
void logwtmp(const char *line, const char *name, const char *host);
void *getmntent(const FILE *f) { __caulk_read(f, 1); return somewhere_or_null(); }
char *hasmntopt(const void *entry, const char *option) { __caulk_read(entry, 1); __caulk_string(option); return somewhere_or_null(); }
