// The skeleton of a driver: operations in a table of functions, probing that unwinds what it has got.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct device;
struct operations {
  int (*open)(struct device *);
  int (*write)(struct device *, int);
  void (*close)(struct device *);
};
struct device { const struct operations *ops; void *priv; int opened; };
struct priv { int *ring; int head; };

static int card_open(struct device *dev) {
  struct priv *p = dev->priv;
  p->ring = calloc(8, sizeof(int));
  if (!p->ring) return -12;
  p->head = 0;
  dev->opened = 1;
  return 0;
}

static int card_write(struct device *dev, int value) {
  struct priv *p = dev->priv;
  if (!dev->opened) return -5;
  p->ring[p->head] = value;
  p->head = (p->head + 1) % 8;
  return 0;
}

static void card_close(struct device *dev) {
  struct priv *p = dev->priv;
  if (!dev->opened) return;
  free(p->ring);
  p->ring = NULL;
  dev->opened = 0;
}

static const struct operations card = {card_open, card_write, card_close};

static struct device *probe(void) {
  struct device *dev = calloc(1, sizeof *dev);
  if (!dev) return NULL;
  dev->priv = calloc(1, sizeof(struct priv));
  if (!dev->priv) goto fail;
  if (__VERIFIER_nondet_int() < 0) goto fail_priv;
  dev->ops = &card;
  return dev;
fail_priv:
  free(dev->priv);
fail:
  free(dev);
  return NULL;
}

static void discard(struct device *dev) {
  dev->ops->close(dev);
  free(dev->priv);
  free(dev);
}

int main(void) {
  struct device *dev = probe();
  if (!dev) return 1;
  for (int more = 1; more; more = __VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
      case 0: if (!dev->opened) dev->ops->open(dev); break;
      case 1: dev->ops->write(dev, more); break;
      case 2: dev->ops->close(dev); break;
      default: break;
    }
  }
  discard(dev);
  return 0;
}
