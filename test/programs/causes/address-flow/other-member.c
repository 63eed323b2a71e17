// The table of a context has another function in the member that is called; each `destroy` frees what its frames have.
#include <stdlib.h>

struct context;

struct frame {
  void *user_data;
  struct context *context;
  int n;
};

struct operations {
  struct frame *(*create_hardware)(struct context *, int);
  struct frame *(*create_memory)(struct context *, int);
  void (*destroy)(struct frame *);
};

struct context {
  const struct operations *operations;
};

struct frame *frame_create(int n) {
  struct frame *f = calloc(1, sizeof(*f));
  if (!f) abort();
  f->n = n;
  return f;
}

static struct frame *create_hardware(struct context *c, int n) {
  struct frame *f = frame_create(n);
  f->user_data = calloc(1, sizeof(int));
  return f;
}

static void destroy_hardware(struct frame *f) {
  free(f->user_data);
  free(f);
}

static struct frame *create_memory(struct context *c, int n) { return frame_create(n + 1); }
static void destroy_memory(struct frame *f) { free(f); }

static const struct operations hardware = {.create_hardware = create_hardware, .destroy = destroy_hardware};
static const struct operations memory = {.create_memory = create_memory, .destroy = destroy_memory};

struct context *context_create(int is_hardware) {
  struct context *c = calloc(1, sizeof(*c));
  if (!c) abort();
  c->operations = is_hardware ? &hardware : &memory;
  return c;
}

struct frame *in_hardware(struct context *c, int n) {
  struct frame *f = c->operations->create_hardware ? c->operations->create_hardware(c, n) : frame_create(n);
  f->context = c;
  return f;
}

struct frame *in_memory(struct context *c, int n) {
  return c->operations->create_memory ? c->operations->create_memory(c, n) : frame_create(n);
}

void frame_destroy(struct frame *f) {
  if (f->context) {
    f->context->operations->destroy(f);
    return;
  }
  free(f);
}

void show(int n) {
  struct context *c = context_create(n == 3);
  struct frame *f = in_memory(c, n);
  frame_destroy(f); // NOWARN
  free(c);
}
