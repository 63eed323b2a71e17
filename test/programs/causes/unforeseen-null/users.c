// Whether a user or a host is known cannot be foreseen: callers have to test for null.
#include <netdb.h>
#include <pwd.h>

unsigned user_number(const char *name) {
  struct passwd *p = getpwnam(name);
  return p->pw_uid; // WARN(null-dereference)
}

unsigned number_or_none(const char *name) {
  struct passwd *p = getpwnam(name);
  return p ? p->pw_uid : -1u; // NOWARN
}

unsigned other_number(const char *name, const char *other) {
  struct passwd *p = getpwnam(name);
  if (!p) p = getpwnam(other);
  return p->pw_uid; // WARN(null-dereference)
}

int family_of(const char *host) {
  return gethostbyname(host)->h_addrtype; // WARN(null-dereference)
}
