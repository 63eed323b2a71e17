/* A message that is freed where sending it fails, and once more where everything is cleaned up. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
  char *text;
  int urgent;
};

static int send_message(struct message *m) {
  if (strlen(m->text) > 20) {
    free(m->text);
    return -1;
  }
  printf("%s%s\n", m->text, m->urgent ? "!" : "");
  return 0;
}

int main(int argc, char **argv) {
  struct message m = {NULL, argc > 2};
  m.text = malloc(64);
  if (m.text == NULL)
    return 1;
  strcpy(m.text, argc > 1 ? "a message that is too long to be sent" : "hello");
  if (send_message(&m) < 0)
    fprintf(stderr, "%s: not sent\n", argv[0]);
  free(m.text); // WARN(double-free)
  return 0;
}
