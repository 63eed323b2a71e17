// A global hook has several values; a function of the same type that is never assigned to it frees its argument.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(char *text) { puts(text); }
static void shout(char *text) { printf("%s!\n", text); }
static void discard(char *text) { free(text); }

static void (*print)(char *) = show;
static void (*release)(char *);

void be_loud(void) { print = shout; }
void start(void) { release = discard; }

void say(void) {
  char *text = strdup("hello");
  if (!text) return;
  print(text);
  release(text);
}

void say_leaking(void) {
  char *text = strdup("hello");
  if (!text) return;
  print(text);
} // WARN(leak)

int say_late(void) {
  char *text = strdup("hello");
  if (!text) return 0;
  release(text);
  return text[0]; // WARN(use-after-free)
}
