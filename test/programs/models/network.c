// The results of getaddrinfo are a list until freeaddrinfo; there are none on failure.
#define _GNU_SOURCE
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

int reachable(void)
{
    struct addrinfo hints, *all, *a;
    int fd = -1;

    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo("localhost", "80", &hints, &all) != 0)
        return -1;
    for (a = all; a != NULL; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (fd >= 0)
            break;
    }
    freeaddrinfo(all);
    return fd;
}

int reachable_and_lost(void)
{
    struct addrinfo *all;

    if (getaddrinfo("localhost", "80", NULL, &all) != 0)
        return -1;
    return all->ai_family; // WARN(leak)
}
