// Two small programs, one with a list and one with a tree, whose predicates the tests of formulas and constraints use.

import { setScene } from '../../../src/engines/stack/scene.js';
import { LP64 } from '../../../src/frontend/types.js';
import { Program } from '../../../src/ir/link.js';
import { readUnit } from '../../../src/ir/unit.js';

const list = `struct c { struct c *n; }; struct c *g;
struct c *f(struct c *x, struct c *y) { struct c *z = x->n; if (!z) return g; z->n = f(z, x->n); return f(y, z); }
int main(void) { struct c *a, *b; a = f(g, g); b = f(a, a); return a == b; }`;

const tree = `struct c { struct c *l, *r; }; struct c *g;
struct c *f(struct c *x) { struct c *z = x->l; if (!z) return g; z->r = f(x->r); return f(z); }
int main(void) { struct c *a = f(g); return a == f(a); }`;

function sceneOf(text: string) {
  const program = new Program([readUnit('scene.c', new TextEncoder().encode(text), LP64)]);
  return setScene(program, program.functionNamed('main')!);
}

export const SCENES = { list: sceneOf(list), tree: sceneOf(tree) };
