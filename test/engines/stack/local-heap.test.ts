// Local heaps are extracted and restored exactly: on random memory states both parts and the whole satisfy all
// definitions, for any changes of the callee in between.

import { describe, expect, it } from 'vitest';
import { LOCAL } from '../../../src/engines/stack/abstraction.js';
import { LocalHeap } from '../../../src/engines/stack/local-heap.js';
import * as actions from '../../../src/engines/stack/paper/actions.js';
import { declarePredicates, type Predicates } from '../../../src/engines/stack/paper/predicates.js';
import { elementsOf, isSingle, lowest, sizeOf } from '../../../src/logic/tvl/bits.js';
import { printStructure } from '../../../src/logic/tvl/print.js';
import type { Structure } from '../../../src/logic/tvl/structure.js';
import { update } from '../../../src/logic/tvl/update.js';
import { disagreement, type Random, randomFrom, randomMemory } from './memory-states.js';
import { SCENES } from './scenes.js';

const STATES = Number(process.env.CAULK_STATES ?? 1_500);

describe.each(Object.entries(SCENES))('local heaps of %ss', (_, scene) => {
  const p = declarePredicates(scene, LOCAL.prove);
  const heap = new LocalHeap(p);
  const locals = p.locals.get(scene.entry)!;

  it('are extracted and restored', { timeout: 900_000 }, () => {
    let done = 0;
    for (let seed = 0; done < STATES; seed++) {
      const random = randomFrom(seed);
      const s = randomMemory(scene, p, random);
      const parts = cut(s, random);
      if (!parts) continue;
      done++;
      for (const part of [parts.inside, parts.outside]) agree(part, s);
      for (let i = random(4); i > 0; i--) change(p, parts.inside, random);
      agree(parts.inside, s);
      const whole = heap.putBack(parts.outside, parts.inside)!;
      agree(whole, s);
      expect(sizeOf(whole.must(p.heap)), printStructure(s)).toBe(sizeOf(s.must(p.heap)));
    }
  });

  function agree(part: Structure, s: Structure): void {
    const wrong = disagreement(p, part);
    if (wrong) expect.fail(`${wrong}\n${printStructure(part)}\nof\n${printStructure(s)}`);
  }

  /** Some variables are passed, the others kept; null if the heap cannot be divided there. */
  function cut(s: Structure, random: Random) {
    const visible = [...locals, ...p.doors.map((d) => d.ghost)];
    const passed = visible.filter(() => random(3) === 0).slice(0, 2);
    const roots = [...passed, ...p.globals].map((x) => s.must(x.at));
    const all = roots.reduce((set, r) => set | r, 0);
    const region = heap.regionOf(s, all);
    const known = heap.knownOutside(s, region, visible);
    const doors = [...roots, ...elementsOf(known.variables & ~all).map((v) => 1 << v)];
    const isDoor = doors.reduce((set, d) => set | d, 0);
    if (doors.length > p.doors.length || (known.cells & ~isDoor) !== 0) return null;
    expect(doors.every((d) => d === 0 || isSingle(d))).toBe(true);
    return heap.cut(s, { region, doors, known: known.variables | known.cells }, [], (inside) => {
      const node = inside.addNode();
      inside.set(p.stack, 1 << node, 1 << node);
      inside.set(p.top, 1 << node, 1 << node);
      inside.setRow(heap.way.path, node, 1 << node, 1 << node);
    });
  }
});

/** The callee clears a field of a cell that it can reach, or sets it. */
function change(p: Predicates, s: Structure, random: Random): void {
  const pointing = [...p.globals, ...p.doors.map((d) => d.ghost)].filter((x) => s.must(x.at) !== 0);
  if (pointing.length === 0) return;
  const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;
  const [x, y, field] = [pick(pointing), pick(pointing), pick(p.fields)];
  update(s, actions.cut(p, x, field));
  if (random(2) === 0 && s.mayRow(field.points, lowest(s.must(x.at))) === 0)
    update(s, actions.link(p, x, field, actions.variableSource(p, y)));
}
