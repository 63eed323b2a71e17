/* sys/socket.h, arpa/inet.h, net/if.h. The length argument gives the size of an address. */

int socket(int family, int type, int protocol) { return number_or_failure(); }
int socketpair(int family, int type, int protocol, int *ends) { __caulk_write(ends, 2 * sizeof *ends); return __caulk_nondet(); }
int bind(int fd, const void *address, unsigned size) { __caulk_read(address, size); return __caulk_nondet(); }
int connect(int fd, const void *address, unsigned size) { __caulk_read(address, size); return __caulk_nondet(); }
int listen(int fd, int backlog);
int shutdown(int fd, int how);
int sockatmark(int fd);

static int get_address(void *address, unsigned *size) {
  if (address) {
    __caulk_write(address, *size);
    *size = __caulk_nondet();
  }
  return __caulk_nondet();
}

int accept(int fd, void *address, unsigned *size) { get_address(address, size); return number_or_failure(); }
int accept4(int fd, void *address, unsigned *size, int flags) { return accept(fd, address, size); }
int getsockname(int fd, void *address, unsigned *size) { return get_address(address, size); }
int getpeername(int fd, void *address, unsigned *size) { return get_address(address, size); }
int getsockopt(int fd, int level, int name, void *value, unsigned *size) { return get_address(value, size); }
int setsockopt(int fd, int level, int name, const void *value, unsigned size) { if (value) __caulk_read(value, size); return __caulk_nondet(); }

ssize_t send(int fd, const void *from, size_t size, int flags) { __caulk_read(from, size); return up_to(size); }
ssize_t recv(int fd, void *to, size_t size, int flags) { __caulk_write(to, size); return up_to(size); }
ssize_t sendto(int fd, const void *from, size_t size, int flags, const void *address, unsigned length) { if (address) __caulk_read(address, length); return send(fd, from, size, flags); }
ssize_t recvfrom(int fd, void *to, size_t size, int flags, void *address, unsigned *length) { get_address(address, length); return recv(fd, to, size, flags); }
ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room, int flags, void *address, unsigned *length) { return recvfrom(fd, to, size, flags, address, length); }

struct msghdr {
  void *name;
  unsigned name_size;
  struct iovec *vector;
  size_t count;
  void *control;
  size_t control_size;
  int flags;
};

ssize_t sendmsg(int fd, const struct msghdr *m, int flags) {
  if (m->name)
    __caulk_read(m->name, m->name_size);
  if (m->control)
    __caulk_read(m->control, m->control_size);
  for (size_t i = 0; i < m->count; i++)
    __caulk_read(m->vector[i].base, m->vector[i].size);
  return up_to((size_t)-1 / 2);
}

ssize_t recvmsg(int fd, struct msghdr *m, int flags) {
  if (m->name)
    __caulk_write(m->name, m->name_size);
  if (m->control)
    __caulk_write(m->control, m->control_size);
  for (size_t i = 0; i < m->count; i++)
    __caulk_write(m->vector[i].base, m->vector[i].size);
  m->name_size = __caulk_nondet();
  m->control_size = some_size();
  m->flags = __caulk_nondet();
  return up_to((size_t)-1 / 2);
}

int sendmmsg(int fd, void *messages, unsigned n, int flags) { __caulk_escape(messages); return __caulk_nondet(); }
int recvmmsg(int fd, void *messages, unsigned n, int flags, void *timeout) { __caulk_escape(messages); return __caulk_nondet(); }
struct cmsghdr *__cmsg_nxthdr(struct msghdr *m, struct cmsghdr *c) { return __caulk_nondet() ? (struct cmsghdr *)((char *)m->control + some_size()) : 0; }

unsigned htonl(unsigned x);
unsigned ntohl(unsigned x);
unsigned short htons(unsigned short x);
unsigned short ntohs(unsigned short x);
unsigned inet_addr(const char *s);
int inet_aton(const char *s, unsigned *out);
char *inet_ntoa(unsigned address);
int inet_pton(int family, const char *s, void *out) { __caulk_string(s); __caulk_write(out, family == 2 ? 4 : 16); return __caulk_nondet(); }
const char *inet_ntop(int family, const void *address, char *to, unsigned size) { __caulk_read(address, family == 2 ? 4 : 16); __caulk_write(to, size); return __caulk_nondet() ? to : 0; }
unsigned if_nametoindex(const char *name);
char *if_indextoname(unsigned i, char *to) { __caulk_write(to, 16); return __caulk_nondet() ? to : 0; }

struct if_nameindex {
  unsigned index;
  char *name;
};

struct if_nameindex *if_nameindex(void) {
  size_t n = (unsigned char)__caulk_nondet();
  struct if_nameindex *all = __caulk_nondet() ? __caulk_alloc((n + 1) * sizeof *all) : 0;
  if (!all)
    return 0;
  __caulk_released_by(all, "if_freenameindex");
  for (size_t i = 0; i < n; i++) {
    all[i].index = __caulk_nondet();
    all[i].name = somewhere();
  }
  all[n].index = 0;
  all[n].name = 0;
  return all;
}

void if_freenameindex(struct if_nameindex *all) { __caulk_release(all, "if_freenameindex"); }

/* ---- ifaddrs.h ---- */

struct ifaddrs {
  struct ifaddrs *next;
  char *name;
  unsigned flags;
  void *address, *mask, *other, *data;
};

int getifaddrs(struct ifaddrs **out) {
  struct ifaddrs *a;
  if (__caulk_nondet())
    return -1;
  a = __caulk_alloc(sizeof *a);
  if (!a)
    return -1;
  __caulk_released_by(a, "freeifaddrs");
  a->next = somewhere_or_null();
  a->name = somewhere();
  a->flags = __caulk_nondet();
  a->address = somewhere_or_null();
  a->mask = somewhere_or_null();
  a->other = somewhere_or_null();
  a->data = somewhere_or_null();
  *out = a;
  return 0;
}

void freeifaddrs(struct ifaddrs *all) { __caulk_release(all, "freeifaddrs"); }
