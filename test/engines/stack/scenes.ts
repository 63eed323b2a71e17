// Small programs with a list, a tree, a doubly linked list and a tree with parent pointers. Their predicates are used in
// the tests of formulas and constraints.

import { setScene } from '../../../src/engines/stack/scene.js';
import { Program } from '../../../src/ir/link.js';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';

const list = `struct c { struct c *n; }; struct c *g;
struct c *f(struct c *x, struct c *y) { struct c *z = x->n; if (!z) return g; z->n = f(z, x->n); return f(y, z); }
int main(void) { struct c *a, *b; a = f(g, g); b = f(a, a); return a == b; }`;

const tree = `struct c { struct c *l, *r; }; struct c *g;
struct c *f(struct c *x) { struct c *z = x->l; if (!z) return g; z->r = f(x->r); return f(z); }
int main(void) { struct c *a = f(g); return a == f(a); }`;

const ring = `struct c { struct c *n, *p; }; struct c *g;
struct c *f(struct c *x) { struct c *z = x->n; if (!z) return g; z->p = x; z->n = f(z->n); return f(z); }
int main(void) { struct c *a = f(g); return a == f(a); }`;

const family = `struct c { struct c *l, *r, *up, *data; }; struct c *g;
struct c *f(struct c *x) { struct c *z = x->l; if (!z) return g; z->up = x; x->r->up = x; return f(z->data); }
int main(void) { struct c *a = f(g); return a == f(a); }`;

function sceneOf(text: string) {
  const program = new Program([readUnit('scene.c', new TextEncoder().encode(text), LP64)]);
  return setScene(program, program.functionNamed('main')!);
}

export const SCENES = {
  list: sceneOf(list),
  tree: sceneOf(tree),
  'doubly linked list': sceneOf(ring),
  family: sceneOf(family),
};
