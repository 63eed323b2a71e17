// Lists and trees of the caller: a callee that unlinks an element removes it from them.
// Each case was once a false alarm on a real program.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const UNLINKED = `struct line { struct line *next, *prev; char *data; int number; };
void delete(struct line *l) { free(l->data); free(l); }
void unlink(struct line *l) {
  if (l->prev) l->prev->next = l->next;
  if (l->next) l->next->prev = l->prev;
  delete(l);
}
void number(struct line *l) { for (int n = l->number; (l = l->next);) l->number = ++n; }
void join(struct line *l) {
  unlink(l->next);
  number(l);
}\n`;

test('a function that frees an element and links its neighbours unlinks it', () => {
  expect(rulesIn(UNLINKED)).toEqual([]);
  expect(rulesIn(UNLINKED.replace('unlink(l->next)', 'delete(l->next)'))).toEqual(['use-after-free']);
  expect(rulesIn(UNLINKED.replace('unlink(l->next);', 'struct line *e = l->next; unlink(e); e->number = 1;'))).toEqual([
    'use-after-free',
  ]);
});

test('a link that a callee no longer knows has not been overwritten', () => {
  const text = `struct buffer { char *start; }; struct out { struct buffer *buffer; char *place; }; struct writer { struct out *out; };
  static void start(struct writer *w) { w->out->buffer->start = w->out->place; }
  void put(struct writer *w) { start(w); puts("put"); }
  void finish(struct writer *w) { free(w->out); free(w); }\n`;
  expect(rulesIn(text)).toEqual([]);
  expect(rulesIn(text.replace('start(w);', 'start(w); w->out = 0;'))).toEqual(['leak']);
});

test('storing the same pointer in two elements does not unlink them', () => {
  const queue = `struct item { struct item *next, *after, **before; struct queue *queue; };
  struct queue { struct item *first, **last; };
  static void append(struct queue *q, struct item *i) {
    do {
      struct item *next = i->next;
      i->next = 0; i->queue = q;
      i->after = 0; i->before = q->last; *q->last = i; q->last = &i->after;
      i = next;
    } while (i);
  }
  static struct item *make(int n) {
    struct item *first = 0;
    for (int k = 0; k < n; k++) { struct item *i = malloc(sizeof *i); if (!i) exit(1); i->next = first; first = i; }
    return first;
  }
  void fill(struct queue *q, int n) { struct item *i = make(n); if (i) append(q, i); }\n`;
  expect(rulesIn(queue)).toEqual([]);
  expect(rulesIn(queue.replace('if (i) append(q, i);', 'if (i && n > 9) append(q, i);'))).toContain('leak');
});

test('passing on the payload of an element does not unlink it', () => {
  const stack = `struct number { int n; }; struct level { struct number *number; struct level *next; };
  extern struct level *top;
  void pop(void) { if (top) { struct level *l = top; top = l->next; free(l->number); free(l); } }
  void keep(void) {
    if (!top || !top->next) return;
    free(top->next->number);
    top->next->number = top->number;
    top->number = 0;
    pop();
  }\n`;
  expect(rulesIn(stack)).toEqual([]);
  expect(rulesIn(stack.replace('top->number = 0;\n    pop();', 'top->number = 0;\n    top = top->next;'))).toEqual([
    'leak',
  ]);
});
