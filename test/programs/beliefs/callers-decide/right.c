// Arguments that would lead to null are never passed together, and the header is private.

struct cell {
  int codes;
};

int codes(struct cell *last, int with_codes) {
  int n = last ? last->codes : 0;
  return with_codes ? n + last->codes : 0; // NOWARN
}

int plain(void) { return codes(0, 0); }

int coloured(int n) {
  struct cell cell = {n};
  return codes(&cell, 1);
}
