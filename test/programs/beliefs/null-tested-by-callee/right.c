// A function tests its argument for all of its callers; this one never passes null.

struct buffer {
  int size, used;
};

static int room_in(const struct buffer *b) { return b ? b->size - b->used : 0; }

void put(struct buffer *b, int n) {
  if (room_in(b) < n) b->used = 0; // NOWARN
}
