// The copied record is a member of the caller's.
#include <string.h>

struct address {
    char *host;
    char *port;
};
struct peer {
    int id;
    struct address address;
};

static void copy_address(struct address *to, const struct address *all, unsigned at)
{
    memmove(to, all + at, sizeof *to);
}

char first(const struct address *all, unsigned at)
{
    struct peer p;
    p.id = 1;
    copy_address(&p.address, all, at);
    return *p.address.host; // NOWARN
}
