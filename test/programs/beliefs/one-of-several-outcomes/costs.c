// A lookup returns null for missing keys, and the key is arbitrary.

struct entry {
  int key, value;
};

static struct entry table[] = {{1, 10}, {2, 20}};

static struct entry *find(int key) {
  for (int i = 0; i < 2; i++)
    if (table[i].key == key) return &table[i];
  return 0;
}

int value_of(int key) {
  return find(key)->value; // MISSED(null-dereference): the key may be any number
}
