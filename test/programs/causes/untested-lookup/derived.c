// The key comes from the object itself, so that it fits. Another object may have no such part.
struct part {
  int type, size;
};

struct whole {
  int type;
  struct part *parts[4];
};

int type_of(const struct whole *w) { return w->type; }

struct part *part_of(struct whole *w, int type) {
  for (int i = 0; i < 4; i++)
    if (w->parts[i] && w->parts[i]->type == type) return w->parts[i];
  return 0;
}

int own_size(struct whole *w) {
  int type = type_of(w);
  struct part *p = part_of(w, type);
  return p->size; // NOWARN
}

int size_for(struct whole *w, int type) {
  struct part *p = part_of(w, type);
  return p ? p->size : 0;
}

int has(struct whole *w, int type) { return part_of(w, type) != 0; }
