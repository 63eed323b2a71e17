/* netdb.h. The results of getaddrinfo are a list of allocations; where their addresses are is not modelled. */

struct addrinfo {
  int flags, family, type, protocol;
  unsigned size;
  void *address;
  char *name;
  struct addrinfo *next;
};

void freeaddrinfo(struct addrinfo *all) {
  while (all) {
    struct addrinfo *next = all->next;
    __caulk_release(all, "freeaddrinfo");
    all = next;
  }
}

/* An address of the family that is asked for: 2 is AF_INET, 10 is AF_INET6. */
static void set_answer(struct addrinfo *a, const struct addrinfo *hints) {
  int any = __caulk_nondet() ? 2 : 10;
  a->flags = __caulk_nondet();
  a->family = hints && hints->family ? hints->family : any;
  a->type = hints && hints->type ? hints->type : __caulk_nondet();
  a->protocol = hints && hints->protocol ? hints->protocol : __caulk_nondet();
  a->size = a->family == 2 ? 16 : 28;
  a->address = somewhere();
  a->name = somewhere_or_null();
}

/* At least one result, or an error and none. Errors are negative. */
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **out) {
  struct addrinfo *all = 0;
  int error = __caulk_nondet();
  read_optional(host);
  read_optional(service);
  if (hints)
    __caulk_read(hints, sizeof *hints);
  if (error < 0)
    return error;
  do {
    struct addrinfo *a = __caulk_alloc(sizeof *a);
    if (!a) {
      freeaddrinfo(all);
      return -10;
    }
    __caulk_released_by(a, "freeaddrinfo");
    set_answer(a, hints);
    a->next = all;
    all = a;
  } while (__caulk_nondet());
  *out = all;
  return 0;
}

const char *gai_strerror(int error);
int getnameinfo(const void *address, unsigned size, char *host, unsigned host_size, char *service, unsigned service_size, int flags) {
  __caulk_read(address, size);
  if (host && host_size)
    __caulk_write(host, host_size);
  if (service && service_size)
    __caulk_write(service, service_size);
  return __caulk_nondet();
}

/* These return library memory. */
void *gethostbyname(const char *name) { __caulk_string(name); return found_or_null(); }
void *gethostbyname2(const char *name, int family) { return gethostbyname(name); }
void *gethostbyaddr(const void *address, unsigned size, int family) { __caulk_read(address, size); return found_or_null(); }
void *gethostent(void) { return somewhere_or_null(); }
void sethostent(int stay);
void endhostent(void);
void *getservbyname(const char *name, const char *protocol) { __caulk_string(name); read_optional(protocol); return found_or_null(); }
void *getservbyport(int port, const char *protocol) { read_optional(protocol); return found_or_null(); }
void *getservent(void) { return somewhere_or_null(); }
void setservent(int stay);
void endservent(void);
void *getprotobyname(const char *name) { __caulk_string(name); return found_or_null(); }
void *getprotobynumber(int number) { return found_or_null(); }
void *getprotoent(void) { return somewhere_or_null(); }
void setprotoent(int stay);
void endprotoent(void);
void *getnetbyname(const char *name) { __caulk_string(name); return found_or_null(); }
void *getnetent(void) { return somewhere_or_null(); }
void endnetent(void);
int *__h_errno_location(void);
const char *hstrerror(int error);
void herror(const char *s) { read_optional(s); }
int __res_init(void);
int getnetgrent(char **host, char **user, char **domain) { *host = somewhere_or_null(); *user = somewhere_or_null(); *domain = somewhere_or_null(); return __caulk_nondet(); }
int innetgr(const char *group, const char *host, const char *user, const char *domain) { __caulk_string(group); read_optional(host); read_optional(user); read_optional(domain); return __caulk_nondet(); }

/* The result is in the caller's memory; its layout is not modelled. */
static int answer_in(void *entry, char *buffer, size_t size, void **out) {
  __caulk_write(buffer, size);
  __caulk_write(entry, 32);
  __caulk_escape(entry);
  *out = __caulk_nondet() ? entry : 0;
  return __caulk_nondet();
}

int gethostbyname_r(const char *name, void *entry, char *buffer, size_t size, void **out, int *error) { __caulk_string(name); __caulk_write(error, sizeof *error); return answer_in(entry, buffer, size, out); }
int gethostbyaddr_r(const void *address, unsigned length, int family, void *entry, char *buffer, size_t size, void **out, int *error) { __caulk_read(address, length); __caulk_write(error, sizeof *error); return answer_in(entry, buffer, size, out); }
int getservbyname_r(const char *name, const char *protocol, void *entry, char *buffer, size_t size, void **out) { __caulk_string(name); read_optional(protocol); return answer_in(entry, buffer, size, out); }
int getservbyport_r(int port, const char *protocol, void *entry, char *buffer, size_t size, void **out) { read_optional(protocol); return answer_in(entry, buffer, size, out); }
int getprotobyname_r(const char *name, void *entry, char *buffer, size_t size, void **out) { __caulk_string(name); return answer_in(entry, buffer, size, out); }
