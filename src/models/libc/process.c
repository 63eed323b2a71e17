/* unistd.h, sys/wait.h, sys/resource.h, sys/utsname.h, sched.h, spawn.h, dlfcn.h: processes and their resources. */

int getpid(void);
int getppid(void);
int gettid(void);
unsigned getuid(void);
unsigned geteuid(void);
unsigned getgid(void);
unsigned getegid(void);
int setuid(unsigned id);
int seteuid(unsigned id);
int setgid(unsigned id);
int setegid(unsigned id);
int setreuid(unsigned real, unsigned effective);
int setregid(unsigned real, unsigned effective);
int setresuid(unsigned real, unsigned effective, unsigned saved);
int setresgid(unsigned real, unsigned effective, unsigned saved);
int getresuid(unsigned *real, unsigned *effective, unsigned *saved);
int getresgid(unsigned *real, unsigned *effective, unsigned *saved);
int setfsuid(unsigned id);
int setfsgid(unsigned id);
int getpgid(int pid);
int setpgid(int pid, int group);
int getpgrp(void);
int setpgrp(void);
int getsid(int pid);
int setsid(void);
int getgroups(int n, unsigned *out) { if (n > 0) __caulk_write(out, n * sizeof *out); return __caulk_nondet(); }
int setgroups(size_t n, const unsigned *list) { if (n) __caulk_read(list, n * sizeof *list); return __caulk_nondet(); }
int initgroups(const char *user, unsigned group);
int getgrouplist(const char *user, unsigned group, unsigned *out, int *n) { __caulk_string(user); if (*n > 0) __caulk_write(out, *n * sizeof *out); *n = __caulk_nondet(); return __caulk_nondet(); }
int fork(void) { return number_or_failure(); }
int vfork(void) { return number_or_failure(); }
int daemon(int no_chdir, int no_close);
int wait(int *status) { if (status) __caulk_write(status, sizeof *status); return number_or_failure(); }
int waitpid(int pid, int *status, int options) { return wait(status); }
int waitid(int type, unsigned id, void *info, int options) { if (info) __caulk_write(info, 128); return __caulk_nondet(); }
int wait3(int *status, int options, struct rusage *usage) { if (usage) __caulk_write(usage, sizeof *usage); return wait(status); }
int wait4(int pid, int *status, int options, struct rusage *usage) { return wait3(status, options, usage); }
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);
unsigned alarm(unsigned seconds);
int pause(void);
int nice(int increment);

/* Words end with a null pointer. */
static void read_words(char *const *words) { for (size_t i = 0; words[i]; i++) __caulk_string(words[i]); }

/* On success, this program ends here. */
static int replace_program(const char *path) { __caulk_string(path); if (__caulk_nondet()) __caulk_never_returns(); return -1; }

int execv(const char *path, char *const *words) { read_words(words); return replace_program(path); }
int execvp(const char *path, char *const *words) { return execv(path, words); }
int execve(const char *path, char *const *words, char *const *environment) { if (environment) read_words(environment); return execv(path, words); }
int execvpe(const char *path, char *const *words, char *const *environment) { return execve(path, words, environment); }
int fexecve(int fd, char *const *words, char *const *environment) { return execve("", words, environment); }
int execl(const char *path, const char *word, ...) { return replace_program(path); }
int execlp(const char *path, const char *word, ...) { return replace_program(path); }
int execle(const char *path, const char *word, ...) { return replace_program(path); }
int posix_spawn(int *pid, const char *path, const void *actions, const void *attributes, char *const *words, char *const *environment) { if (pid) __caulk_write(pid, sizeof *pid); __caulk_string(path); read_words(words); if (environment) read_words(environment); return __caulk_nondet(); }
int posix_spawnp(int *pid, const char *path, const void *actions, const void *attributes, char *const *words, char *const *environment) { return posix_spawn(pid, path, actions, attributes, words, environment); }

struct rusage {
  char bytes[sizeof(void *) == 8 ? 144 : 72];
};

struct rlimit {
  unsigned long soft, hard;
};

struct utsname {
  char bytes[390];
};

struct sysinfo {
  char bytes[sizeof(void *) == 8 ? 112 : 64];
};

int getrusage(int who, struct rusage *out);
int getrlimit(int what, struct rlimit *out);
int setrlimit(int what, const struct rlimit *limit);
int prlimit(int pid, int what, const struct rlimit *limit, struct rlimit *old) { if (limit) __caulk_read(limit, sizeof *limit); if (old) __caulk_write(old, sizeof *old); return __caulk_nondet(); }
int getpriority(int which, unsigned who);
int setpriority(int which, unsigned who, int priority);
int uname(struct utsname *out);
int sysinfo(struct sysinfo *out);
int gethostname(char *to, size_t size) { __caulk_write(to, size); return __caulk_nondet(); }
int sethostname(const char *name, size_t size) { __caulk_read(name, size); return __caulk_nondet(); }
int getdomainname(char *to, size_t size) { __caulk_write(to, size); return __caulk_nondet(); }
long gethostid(void);
int sched_yield(void);
int sched_getcpu(void);
int sched_getaffinity(int pid, size_t size, void *out) { __caulk_write(out, size); return __caulk_nondet(); }
int sched_setaffinity(int pid, size_t size, const void *set) { __caulk_read(set, size); return __caulk_nondet(); }
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_setscheduler(int pid, int policy, const int *parameters);
int sched_getscheduler(int pid);
int __sched_cpucount(size_t size, const void *set) { __caulk_read(set, size); return __caulk_nondet(); }
void *__sched_cpualloc(size_t count) { return __caulk_alloc((count + 63) / 64 * 8); }
void __sched_cpufree(void *set) { __caulk_free(set); }
int unshare(int flags);
int setns(int fd, int type);
int prctl(int option, ...) { return __caulk_nondet(); }
long syscall(long number, ...) { return __caulk_nondet_long(); }
long ptrace(int request, ...) { return __caulk_nondet_long(); }
int personality(unsigned long persona);
int reboot(int command);
int acct(const char *path) { read_optional(path); return __caulk_nondet(); }
unsigned long getauxval(unsigned long type);
int get_nprocs(void);
int get_nprocs_conf(void);

/* Libraries that stay open are not reported: hardly any program closes them. */
void *dlopen(const char *path, int flags) { read_optional(path); return found_or_null(); }
void *dlsym(void *handle, const char *name) { __caulk_string(name); return found_or_null(); }
void *dlvsym(void *handle, const char *name, const char *version) { __caulk_string(name); __caulk_string(version); return found_or_null(); }
int dlclose(void *handle) { __caulk_unfollowed(); return __caulk_nondet(); }
char *dlerror(void) { return somewhere_or_null(); }
int dladdr(const void *p, void *out) { __caulk_write(out, 4 * sizeof(void *)); __caulk_escape(out); return __caulk_nondet(); }
int backtrace(void **out, int n) { if (n > 0) __caulk_write(out, n * sizeof *out); return __caulk_nondet(); }
char **backtrace_symbols(void *const *all, int n) { if (n > 0) __caulk_read(all, n * sizeof *all); return __caulk_nondet() ? (char **)new_string() : 0; }
void backtrace_symbols_fd(void *const *all, int n, int fd) {}
int dl_iterate_phdr(int (*f)(void *, size_t, void *), void *data) {
  while (__caulk_nondet()) {
    int stop = f(somewhere(), some_size(), data);
    if (stop)
      return stop;
  }
  return 0;
}

/* Actions and attributes for posix_spawn: both are released by their destroy functions, and hold copies. */

struct spawn_actions {
  void *actions;
  char rest[sizeof(void *) == 8 ? 72 : 72];
};

struct spawn_attributes {
  char bytes[336];
};

int posix_spawn_file_actions_init(struct spawn_actions *a) { __caulk_write(a, sizeof *a); a->actions = 0; return __caulk_nondet(); }
int posix_spawn_file_actions_destroy(struct spawn_actions *a) { __caulk_free(a->actions); a->actions = 0; return __caulk_nondet(); }

static int add_action(struct spawn_actions *a) {
  if (!a->actions)
    a->actions = __caulk_alloc(640);
  return a->actions ? 0 : 12;
}

int posix_spawn_file_actions_addclose(struct spawn_actions *a, int fd) { return add_action(a); }
int posix_spawn_file_actions_adddup2(struct spawn_actions *a, int from, int to) { return add_action(a); }
int posix_spawn_file_actions_addopen(struct spawn_actions *a, int fd, const char *path, int flags, unsigned mode) { __caulk_string(path); return add_action(a); }
int posix_spawnattr_init(struct spawn_attributes *a);
int posix_spawnattr_destroy(struct spawn_attributes *a);
int posix_spawnattr_setflags(struct spawn_attributes *a, short flags);
int posix_spawnattr_setpgroup(struct spawn_attributes *a, int group);
int posix_spawnattr_setsigmask(struct spawn_attributes *a, const struct signal_set *s);
int posix_spawnattr_setsigdefault(struct spawn_attributes *a, const struct signal_set *s);
const char *gnu_get_libc_version(void);
int semget(int key, int n, int flags);
int semctl(int id, int n, int command, ...) { return __caulk_nondet(); }
int semop(int id, void *operations, size_t n) { __caulk_read(operations, bytes_in(n, 6)); return __caulk_nondet(); }
