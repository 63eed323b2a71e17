/* unistd.h, fcntl.h, sys/stat.h, sys/statvfs.h, sys/uio.h, sys/ioctl.h, poll.h, sys/select.h, sys/epoll.h and the like:
   functions on file descriptors and paths. Descriptors are numbers: a missing close is not reported. */

struct stat {
  char bytes[sizeof(void *) == 8 ? 144 : 96];
};

struct statfs {
  char bytes[sizeof(void *) == 8 ? 120 : 84];
};

struct statvfs {
  char bytes[sizeof(void *) == 8 ? 112 : 96];
};

struct iovec {
  void *base;
  size_t size;
};

int open(const char *path, int flags, ...) { __caulk_string(path); return number_or_failure(); }
int openat(int at, const char *path, int flags, ...) { __caulk_string(path); return number_or_failure(); }
int __open_2(const char *path, int flags);
int __openat_2(int at, const char *path, int flags);
int creat(const char *path, unsigned mode) { __caulk_string(path); return number_or_failure(); }
int close(int fd);
int close_range(unsigned first, unsigned last, int flags);
void closefrom(int low);
ssize_t read(int fd, void *to, size_t size) { __caulk_write(to, size); return up_to(size); }
ssize_t pread(int fd, void *to, size_t size, long offset) { __caulk_write(to, size); return up_to(size); }
ssize_t write(int fd, const void *from, size_t size) { __caulk_read(from, size); return up_to(size); }
ssize_t pwrite(int fd, const void *from, size_t size, long offset) { __caulk_read(from, size); return up_to(size); }

static void fill_vector(const struct iovec *v, int count) { for (int i = 0; i < count; i++) __caulk_write(v[i].base, v[i].size); }
static void read_vector(const struct iovec *v, int count) { for (int i = 0; i < count; i++) __caulk_read(v[i].base, v[i].size); }

ssize_t readv(int fd, const struct iovec *v, int count) { fill_vector(v, count); return up_to((size_t)-1 / 2); }
ssize_t preadv(int fd, const struct iovec *v, int count, long offset) { fill_vector(v, count); return up_to((size_t)-1 / 2); }
ssize_t writev(int fd, const struct iovec *v, int count) { read_vector(v, count); return up_to((size_t)-1 / 2); }
ssize_t pwritev(int fd, const struct iovec *v, int count, long offset) { read_vector(v, count); return up_to((size_t)-1 / 2); }

long lseek(int fd, long offset, int whence);
ssize_t sendfile(int out, int in, long *offset, size_t size) { if (offset) __caulk_write(offset, sizeof *offset); return up_to(size); }
ssize_t copy_file_range(int in, long long *from, int out, long long *to, size_t size, unsigned flags) {
  if (from)
    __caulk_write(from, sizeof *from);
  if (to)
    __caulk_write(to, sizeof *to);
  return up_to(size);
}
ssize_t splice(int in, long long *from, int out, long long *to, size_t size, unsigned flags) { return copy_file_range(in, from, out, to, size, flags); }
int fcntl(int fd, int command, ...) { return __caulk_nondet(); }
int ioctl(int fd, unsigned long request, ...) { return __caulk_nondet(); }
int dup(int fd) { return number_or_failure(); }
int dup2(int from, int to) { return number_or_failure(); }
int dup3(int from, int to, int flags) { return number_or_failure(); }
int pipe(int *ends) { __caulk_write(ends, 2 * sizeof *ends); return __caulk_nondet(); }
int pipe2(int *ends, int flags) { return pipe(ends); }
int eventfd(unsigned value, int flags) { return number_or_failure(); }
int eventfd_read(int fd, unsigned long long *value);
int eventfd_write(int fd, unsigned long long value);
int timerfd_create(int clock, int flags) { return number_or_failure(); }
int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old) { __caulk_read(value, sizeof *value); if (old) __caulk_write(old, sizeof *old); return __caulk_nondet(); }
int inotify_init(void) { return number_or_failure(); }
int inotify_init1(int flags) { return number_or_failure(); }
int inotify_add_watch(int fd, const char *path, unsigned mask);
int inotify_rm_watch(int fd, int watch);
int fsync(int fd);
int fdatasync(int fd);
void sync(void);
int syncfs(int fd);
int flock(int fd, int operation);
int lockf(int fd, int command, long size);
int ftruncate(int fd, long size);
int truncate(const char *path, long size);
int fallocate(int fd, int mode, long offset, long size);
int posix_fallocate(int fd, long offset, long size);
int posix_fadvise(int fd, long offset, long size, int advice);
ssize_t readahead(int fd, long offset, size_t size);
int sync_file_range(int fd, long offset, long size, unsigned flags);

int stat(const char *path, struct stat *out);
int lstat(const char *path, struct stat *out);
int fstat(int fd, struct stat *out);
int fstatat(int at, const char *path, struct stat *out, int flags);
int __xstat(int version, const char *path, struct stat *out);
int __lxstat(int version, const char *path, struct stat *out);
int __fxstat(int version, int fd, struct stat *out);
int __fxstatat(int version, int at, const char *path, struct stat *out, int flags);
int statx(int at, const char *path, int flags, unsigned mask, void *out) { __caulk_string(path); __caulk_write(out, 256); return __caulk_nondet(); }
int statfs(const char *path, struct statfs *out);
int fstatfs(int fd, struct statfs *out);
int statvfs(const char *path, struct statvfs *out);
int fstatvfs(int fd, struct statvfs *out);

int access(const char *path, int mode);
int faccessat(int at, const char *path, int mode, int flags);
int eaccess(const char *path, int mode);
int euidaccess(const char *path, int mode);
int chmod(const char *path, unsigned mode);
int fchmod(int fd, unsigned mode);
int fchmodat(int at, const char *path, unsigned mode, int flags);
int lchmod(const char *path, unsigned mode);
int chown(const char *path, unsigned owner, unsigned group);
int lchown(const char *path, unsigned owner, unsigned group);
int fchown(int fd, unsigned owner, unsigned group);
int fchownat(int at, const char *path, unsigned owner, unsigned group, int flags);
unsigned umask(unsigned mode);
int mkdir(const char *path, unsigned mode);
int mkdirat(int at, const char *path, unsigned mode);
int mkfifo(const char *path, unsigned mode);
int mkfifoat(int at, const char *path, unsigned mode);
int mknod(const char *path, unsigned mode, unsigned long device);
int mknodat(int at, const char *path, unsigned mode, unsigned long device);
int rmdir(const char *path);
int unlink(const char *path);
int unlinkat(int at, const char *path, int flags);
int link(const char *from, const char *to);
int linkat(int at, const char *from, int to_at, const char *to, int flags);
int symlink(const char *target, const char *path);
int symlinkat(const char *target, int at, const char *path);
ssize_t readlink(const char *path, char *to, size_t size) { __caulk_string(path); __caulk_write(to, size); return up_to(size); }
ssize_t readlinkat(int at, const char *path, char *to, size_t size) { return readlink(path, to, size); }
int chdir(const char *path);
int fchdir(int fd);
int chroot(const char *path);
int pivot_root(const char *root, const char *old);
int mount(const char *what, const char *where, const char *type, unsigned long flags, const void *data) {
  read_optional(what);
  __caulk_string(where);
  read_optional(type);
  read_optional(data);
  return __caulk_nondet();
}
int umount(const char *where);
int umount2(const char *where, int flags);
int swapon(const char *path, int flags);
int swapoff(const char *path);

char *getcwd(char *to, size_t size) {
  if (!to)
    return __caulk_unforeseen() ? new_string() : 0;
  __caulk_write(to, size);
  return __caulk_unforeseen() ? to : 0;
}
char *get_current_dir_name(void) { return getcwd(0, 0); }
char *getwd(char *to) { __caulk_write(to, 4096); return __caulk_nondet() ? to : 0; }

long pathconf(const char *path, int name);
long fpathconf(int fd, int name);
long sysconf(int name);
size_t confstr(int name, char *to, size_t size) { if (to && size) __caulk_write(to, size); return some_size(); }
int getpagesize(void);
int getdtablesize(void);

ssize_t getxattr(const char *path, const char *name, void *value, size_t size) { __caulk_string(path); __caulk_string(name); if (size) __caulk_write(value, size); return up_to((size_t)-1 / 2); }
ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size) { return getxattr(path, name, value, size); }
ssize_t fgetxattr(int fd, const char *name, void *value, size_t size) { __caulk_string(name); if (size) __caulk_write(value, size); return up_to((size_t)-1 / 2); }
ssize_t listxattr(const char *path, char *list, size_t size) { __caulk_string(path); if (size) __caulk_write(list, size); return up_to((size_t)-1 / 2); }
ssize_t llistxattr(const char *path, char *list, size_t size) { return listxattr(path, list, size); }
ssize_t flistxattr(int fd, char *list, size_t size) { if (size) __caulk_write(list, size); return up_to((size_t)-1 / 2); }
int setxattr(const char *path, const char *name, const void *value, size_t size, int flags) { __caulk_string(path); __caulk_string(name); __caulk_read(value, size); return __caulk_nondet(); }
int lsetxattr(const char *path, const char *name, const void *value, size_t size, int flags) { return setxattr(path, name, value, size, flags); }
int fsetxattr(int fd, const char *name, const void *value, size_t size, int flags) { __caulk_string(name); __caulk_read(value, size); return __caulk_nondet(); }
int removexattr(const char *path, const char *name);
int lremovexattr(const char *path, const char *name);
int fremovexattr(int fd, const char *name);

/* ---- waiting for descriptors ---- */

struct descriptor_set {
  char bytes[128];
};

static void update_set(struct descriptor_set *s) { if (s) __caulk_write(s, sizeof *s); }

/* Without a timeout, the result is never 0. */
static int some_ready(const void *limit) {
  int n = number_or_failure();
  if (!limit && n == 0)
    __builtin_unreachable();
  return n;
}

int select(int n, struct descriptor_set *r, struct descriptor_set *w, struct descriptor_set *x, struct timeval *t) {
  update_set(r);
  update_set(w);
  update_set(x);
  if (t)
    __caulk_write(t, sizeof *t);
  return some_ready(t);
}

int pselect(int n, struct descriptor_set *r, struct descriptor_set *w, struct descriptor_set *x, const struct timespec *t, const struct signal_set *mask) {
  update_set(r);
  update_set(w);
  update_set(x);
  if (t)
    __caulk_read(t, sizeof *t);
  if (mask)
    __caulk_read(mask, sizeof *mask);
  return some_ready(t);
}

long __fdelt_chk(long fd) { return fd / (8 * (long)sizeof(long)); }

struct pollfd {
  int fd;
  short events, revents;
};

int poll(struct pollfd *all, unsigned long count, int timeout) { __caulk_write(all, bytes_in(count, sizeof *all)); return __caulk_nondet(); }
int ppoll(struct pollfd *all, unsigned long count, const struct timespec *t, const struct signal_set *mask) {
  if (t)
    __caulk_read(t, sizeof *t);
  if (mask)
    __caulk_read(mask, sizeof *mask);
  return poll(all, count, 0);
}

/* Events carry a pointer of the program: the kernel keeps it, and returns it. */
int epoll_create(int size) { return number_or_failure(); }
int epoll_create1(int flags) { return number_or_failure(); }
int epoll_ctl(int ep, int operation, int fd, void *event) { if (event) { __caulk_read(event, 12); __caulk_escape(event); __caulk_unfollowed(); } return __caulk_nondet(); }
int epoll_wait(int ep, void *events, int most, int timeout) {
  int n = __caulk_nondet();
  if (most > 0) {
    __caulk_write(events, 12 * (size_t)most);
    __caulk_escape(events);
  }
  return n > most || n < -1 ? -1 : n;
}
int epoll_pwait(int ep, void *events, int most, int timeout, const struct signal_set *mask) { return epoll_wait(ep, events, most, timeout); }
