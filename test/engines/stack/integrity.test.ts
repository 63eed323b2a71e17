// The integrity constraints hold in every memory state: coerce discards none, and the coerced abstraction of a state
// still describes it. All abstractions, with thousands of random states each.

import { describe, expect, it } from 'vitest';
import { ABSTRACTIONS } from '../../../src/engines/stack/abstraction.js';
import { integrityOf } from '../../../src/engines/stack/paper/integrity.js';
import { declarePredicates } from '../../../src/engines/stack/paper/predicates.js';
import { elementsOf } from '../../../src/logic/tvl/bits.js';
import { Blur } from '../../../src/logic/tvl/blur.js';
import { RuleBook } from '../../../src/logic/tvl/coerce.js';
import { embedsBy } from '../../../src/logic/tvl/embed.js';
import { printStructure } from '../../../src/logic/tvl/print.js';
import type { Structure } from '../../../src/logic/tvl/structure.js';
import { randomFrom, randomMemory } from './memory-states.js';
import { SCENES } from './scenes.js';

const STATES = 500;

describe.each(Object.entries(SCENES))('memory states with %ss', (_, scene) => {
  it.each(ABSTRACTIONS)(
    'survive coerce (calls $calls, memory $memory, names $names)',
    { timeout: 900_000 },
    (abstraction) => {
      const p = declarePredicates(scene, abstraction);
      const rules = new RuleBook(integrityOf(p), p.vocabulary);
      const blur = new Blur(p.vocabulary, [p.top]);
      for (let seed = 0; seed < STATES; seed++) {
        const state = randomMemory(scene, p, randomFrom(seed));
        const { structure } = blur.blur(state);
        const embedding = mapInto(state, structure, blur);
        const survives = rules.coerce(structure);
        const why = survives ? embedsBy(state, structure, embedding) : 'refuted';
        if (why !== true) expect.fail(`${why}\n${printStructure(state)}\n--\n${printStructure(structure)}`);
      }
    },
  );
});

/** The image of each node under blur: nodes of the result are sorted by name. */
function mapInto(state: Structure, blurred: Structure, blur: Blur): Map<number, number> {
  const groups = blur.groupsOf(state);
  expect(groups.length).toBe(elementsOf(blurred.nodes).length);
  return new Map(groups.flatMap((group, i) => elementsOf(group).map((v) => [v, i] as const)));
}
