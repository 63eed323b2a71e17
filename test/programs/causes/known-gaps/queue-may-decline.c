// An insertion keeps nothing if its container is null. The container comes from a lookup that is not tested, and the result is ignored.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next, *prev;
};

struct port {
  struct node node;
  const char *name;
  struct node *queue;
  int count;
};

struct query {
  struct node node;
  struct port *reply;
  char *string;
};

static struct port *ports;

static void ring_append(struct node **ring, int *count, struct node *n) {
  if (*ring == NULL) {
    *ring = n;
    n->next = n->prev = n;
  } else {
    n->prev = (*ring)->prev;
    n->next = *ring;
    n->prev->next = n;
    n->next->prev = n;
  }
  ++*count;
}

static struct node *ring_pop(struct node **ring, int *count) {
  struct node *n = *ring;
  if (n == NULL) return NULL;
  if (n->next == n)
    *ring = NULL;
  else {
    n->next->prev = n->prev;
    n->prev->next = n->next;
    *ring = n->next;
  }
  --*count;
  return n;
}

struct port *port_create(const char *name) {
  struct port *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->name = name;
  p->node.next = (struct node *)ports;
  ports = p;
  return p;
}

struct port *port_find(const char *name) {
  for (struct port *p = ports; p; p = (struct port *)p->node.next)
    if (strcmp(p->name, name) == 0) return p;
  return NULL;
}

int port_put(struct port *p, struct query *q) {
  if (p == NULL) return 0;
  ring_append(&p->queue, &p->count, (struct node *)q);
  return 1;
}

struct query *port_get(struct port *p) {
  if (p == NULL) return NULL;
  return (struct query *)ring_pop(&p->queue, &p->count);
}

extern void wait_for(struct port *p); /* lets other threads run until something is in p->queue */

int ask(void) {
  char line[100];
  struct port *worker = port_find("worker");
  struct port *own = port_create("main");
  struct query *q = malloc(sizeof *q);
  if (!q || !own) {
    free(q);
    return 1;
  }
  while (fgets(line, sizeof line, stdin)) {
    q->string = line;
    q->reply = own;
    port_put(worker, q);
    wait_for(own);
    q = port_get(own); // FALSE-ALARM(leak): the author believes that the port exists
    printf("%s", q->string);
  }
  free(q);
  return 0;
}

int ask_nobody(void) {
  struct port *nobody = NULL;
  struct query *q = malloc(sizeof *q);
  if (!q) return 1;
  q->string = "?";
  if (!port_put(nobody, q)) return 2; // WARN(leak)
  return 0;
}
