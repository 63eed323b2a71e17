// The struct that a call returns ends with the full expression; a pointer into it dangles.
// violates: valid-deref
// shown by: C17 6.2.4p8 "Its lifetime ends when the evaluation of the containing full expression ends."
struct name {
  char text[8];
};

static struct name make(void) {
  struct name n = {"hello"};
  return n;
}

int main(void) {
  char *p = make().text;
  return *p;
}
