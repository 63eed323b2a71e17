// The unknown function takes the buffer over: it will be sent later.
#include <stdlib.h>
#include <string.h>

int queue_bytes(int socket, void *bytes, size_t length); // defined elsewhere

int greet(int socket) {
  char *bytes = malloc(6);
  if (!bytes) return -1;
  memcpy(bytes, "hello", 6);
  return queue_bytes(socket, bytes, 6); // FALSE-ALARM(leak): queue_bytes frees it when it has been sent
}
