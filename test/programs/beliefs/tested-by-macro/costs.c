// The macro is there for this very pointer.
#include <stddef.h>

struct session {
  int id;
};

extern struct session *current;

#define CURRENT_ID ((current) ? (current)->id : 0)

int next_id(void) {
  int id = CURRENT_ID;
  current->id = id + 1; // MISSED(null-dereference): there is no session at first
  return id;
}
