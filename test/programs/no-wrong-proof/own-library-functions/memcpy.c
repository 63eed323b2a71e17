// The program's own function copies nothing.
// violates: valid-deref
// shown by: AddressSanitizer
struct node {
  struct node *next;
  int value;
};

static void *memcpy(void *to, const void *from, unsigned long size) { return to; }

int main(void) {
  struct node last = {0, 1};
  struct node first = {&last, 2};
  struct node copy = {0, 0};
  memcpy(&copy, &first, sizeof copy);
  return copy.next->value;
}
