// The known callers pass no such arguments, but the function is public.

struct cell {
  int codes;
};

int codes(struct cell *last, int with_codes) { // declared in a public header
  int n = last ? last->codes : 0;
  return with_codes ? n + last->codes : 0; // MISSED(null-dereference): a caller elsewhere passes null
}

int plain(void) { return codes(0, 0); }
