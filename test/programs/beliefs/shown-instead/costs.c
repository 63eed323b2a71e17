// The name may be missing, as the message says; then it is used all the same.
extern void trace(const char *format, ...);
extern const char *name_of(int number);

char initial(int number) {
  const char *name = name_of(number);
  trace("%s", name ? name : "(none)");
  return name[0]; // MISSED(null-dereference): there may be no name
}
