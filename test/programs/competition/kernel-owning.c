// Kernel lists whose elements own kernel lists: shelves with books, all of them freed.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head { struct list_head *next, *prev; };

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define list_entry(ptr, type, member) container_of(ptr, type, member)

struct shelf {
  int number;
  struct list_head link;
  struct list_head books;
};

struct book {
  struct list_head link;
  int year;
};

static struct list_head shelves = {&shelves, &shelves};

static void init_list(struct list_head *head) {
  head->next = head;
  head->prev = head;
}

static void list_add_between(struct list_head *new, struct list_head *prev, struct list_head *next) {
  next->prev = new;
  new->next = next;
  new->prev = prev;
  prev->next = new;
}

static void list_add_tail(struct list_head *new, struct list_head *head) { list_add_between(new, head->prev, head); }

static void list_del(struct list_head *entry) {
  entry->next->prev = entry->prev;
  entry->prev->next = entry->next;
}

static void add_book(struct shelf *s) {
  struct book *b = malloc(sizeof(*b));
  if (!b) abort();
  b->year = __VERIFIER_nondet_int();
  list_add_tail(&b->link, &s->books);
}

static void add_shelf(void) {
  struct shelf *s = malloc(sizeof(*s));
  if (!s) abort();
  s->number = __VERIFIER_nondet_int();
  init_list(&s->books);
  while (__VERIFIER_nondet_int()) add_book(s);
  list_add_tail(&s->link, &shelves);
}

static void drop_books(struct shelf *s) {
  while (s->books.next != &s->books) {
    struct book *b = list_entry(s->books.next, struct book, link);
    list_del(&b->link);
    free(b);
  }
}

int main(void) {
  while (__VERIFIER_nondet_int()) add_shelf();
  while (shelves.next != &shelves) {
    struct shelf *s = list_entry(shelves.next, struct shelf, link);
    list_del(&s->link);
    drop_books(s);
    free(s);
  }
  return 0;
}
