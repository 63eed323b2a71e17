// The index is changed by the value that is stored.
// violates: valid-deref
// shown by: C17 6.5p2 "If a side effect on a scalar object is unsequenced relative to [...] a value computation using the value of the same scalar object, the behavior is undefined."
struct text {
  int length;
  char *characters;
};

int main(void) {
  char room[1];
  struct text t = {0, room};
  t.characters[t.length] = (char)t.length++;
  return 0;
}
