// The table is still empty when an element is looked up.

#include <string.h>

struct device {
  int speed;
};

int speed_of(int id) {
  struct device *slots[16];
  memset(slots, 0, sizeof slots);
  return slots[id & 15]->speed; // MISSED(null-dereference): all slots are empty
}
