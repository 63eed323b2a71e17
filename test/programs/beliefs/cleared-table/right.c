// Elements are looked up at indices at which the table has been filled.

#include <string.h>

struct device {
  int speed;
};

/** The speed of one of `count` devices. */
int speed_of(struct device *all, int count, int chosen) {
  struct device *slots[16];
  memset(slots, 0, sizeof slots);
  for (int i = 0; i < count; i++) slots[i] = &all[i];
  return slots[chosen]->speed; // NOWARN
}
