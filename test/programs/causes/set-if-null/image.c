// The variable is null, so that it is set; the other branch passes the pointer on.
void warn(int *);
void add(int **image, int *s) {
  if (*image == 0) *image = s;
  else warn(s);
}
void test(int *s) {
  int *image = 0;
  add(&image, s);
}
