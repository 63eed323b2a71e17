// `report` is defined elsewhere and returns.
struct node {
  int value;
};

void report(const char *text);

int value_of(struct node *n) {
  if (!n) report("no node");
  return n->value; // MISSED(null-dereference): `report` returns
}

int checked(struct node *n) {
  if (!n) {
    report("no node");
    return 0;
  }
  return n->value;
}

void warn(const char *text);

int both(struct node *a, struct node *b) {
  if (!a) {
    warn("no first");
    return 0;
  }
  if (!b) warn("no second");
  return a->value + b->value; // WARN(null-dereference)
}
