// Two lookups of one number: what the first finds, the second finds, too.
struct image {
  int width, height;
};

struct packet {
  int type;
  union {
    struct image image;
    int raw[8];
  } info;
};

extern struct packet **pool;
extern int pool_size;

struct packet *header(int number) {
  if (number >= 0 && number < pool_size) return pool[number];
  return 0;
}

void *subheader(int number) {
  struct packet *p = header(number);
  if (!p) return 0;
  return &p->info.raw;
}

int convert(int number) {
  struct packet *p = header(number);
  struct image *image = subheader(number);
  int width = image->width; // NOWARN
  return p->type + width;
}

int tested(int number) {
  struct packet *p = header(number);
  struct image *image = subheader(number);
  int type = p ? p->type : 0;
  return type + image->width; // MISSED(null-dereference): that `p` is tested says the same of `image`
}
