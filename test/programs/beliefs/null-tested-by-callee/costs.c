// A caller lets another function test its argument, but dereferences it in any case.

struct buffer {
  int size, used;
};

static int room_in(const struct buffer *b) { return b ? b->size - b->used : 0; }

/** The buffer may be null. */
void put(struct buffer *b, int n) {
  if (room_in(b) < n) b->used = 0; // MISSED(null-dereference): a null buffer has no room
}
