// Tests of the update formulas of the instrumentation predicates: after every kind of statement, on thousands of random
// memory states, the updated value equals the value by definition.

import { describe, expect, it } from 'vitest';
import * as actions from '../../../src/engines/stack/paper/actions.js';
import { call, leave } from '../../../src/engines/stack/paper/calls.js';
import {
  declarePredicates,
  type PointerVariable,
  type Predicates,
} from '../../../src/engines/stack/paper/predicates.js';
import { lowest } from '../../../src/logic/tvl/bits.js';
import { printStructure } from '../../../src/logic/tvl/print.js';
import type { Structure } from '../../../src/logic/tvl/structure.js';
import { type Update, update } from '../../../src/logic/tvl/update.js';
import { disagreement, type Random, randomFrom, randomMemory } from './memory-states.js';
import { SCENES } from './scenes.js';

/** `CAULK_STATES=10000 npx vitest run test/engines/stack/updates.test.ts` for the long run. */
const STATES = Number(process.env.CAULK_STATES ?? 2_000);

for (const [shape, scene] of Object.entries(SCENES)) {
  const p = declarePredicates(scene, { calls: 'stacked', memory: 'all', names: 'all' });

  /** Runs `act` on random states; it returns false if the statement does not apply to the state. */
  const prove = (act: (s: Structure, random: Random) => boolean) => {
    let done = 0;
    for (let seed = 0; done < STATES; seed++) {
      const random = randomFrom(seed);
      const s = randomMemory(scene, p, random);
      const before = s.copy();
      if (!act(s, random)) continue;
      done++;
      const wrong = disagreement(p, s);
      if (wrong) expect.fail(`${wrong}\nbefore:\n${printStructure(before)}\nafter:\n${printStructure(s)}`);
    }
  };
  const cached = new Map<string, Update>();
  const once = (key: string, make: () => Update): Update => {
    if (!cached.has(key)) cached.set(key, make());
    return cached.get(key)!;
  };

  describe(`updates on ${shape}s`, () => {
    it('x = NULL, x = y, x = y->f and odd values', { timeout: 900_000 }, () => {
      prove((s, random) => {
        const [x, y] = [pick(visible(p, s), random), pick(visible(p, s), random)];
        const field = pick(p.fields, random);
        const kind = random(5);
        if (kind === 2 && s.must(y.at) === 0) return false;
        const value = () =>
          [
            () => actions.nullSource(p),
            () => actions.variableSource(p, y),
            () => actions.fieldSource(p, y, field),
            () => actions.foreignSource(p),
            () => actions.uninitializedSource(p),
          ][kind]!();
        update(
          s,
          once(`assign ${x.name} ${y.name} ${field.name} ${kind}`, () => actions.assign(p, x, value())),
        );
        return true;
      });
    });

    it('x->f = NULL', { timeout: 900_000 }, () => {
      prove((s, random) => {
        const [x, field] = [pick(visible(p, s), random), pick(p.fields, random)];
        if (s.must(x.at) === 0) return false;
        update(
          s,
          once(`cut ${x.name} ${field.name}`, () => actions.cut(p, x, field)),
        );
        return true;
      });
    });

    it('x->f = y, x->f being null', { timeout: 900_000 }, () => {
      prove((s, random) => {
        const [x, y] = [pick(visible(p, s), random), pick(visible(p, s), random)];
        const field = pick(p.fields, random);
        if (s.must(x.at) === 0 || s.mayRow(field.points, lowest(s.must(x.at))) !== 0) return false;
        const key = `link ${x.name} ${y.name} ${field.name}`;
        update(
          s,
          once(key, () => actions.link(p, x, field, actions.variableSource(p, y))),
        );
        return true;
      });
    });

    it('x = malloc()', { timeout: 900_000 }, () => {
      prove((s, random) => {
        const x = pick(visible(p, s), random);
        const own = 1 << s.addNode();
        for (const q of [p.heap, p.fresh]) s.set(q, s.must(q) | own, s.may(q) | own);
        for (const { path } of p.directions) s.setRow(path, lowest(own), own, own);
        update(
          s,
          once(`new ${x.name}`, () => actions.assign(p, x, actions.freshSource(p))),
        );
        s.set(p.fresh, 0, 0);
        return true;
      });
    });

    it('call', { timeout: 900_000 }, () => {
      prove((s, random) => {
        const owner = ownerOfTop(s);
        const sites = scene.sites.filter((site) => site.caller === owner);
        if (sites.length === 0) return false;
        const site = pick(sites, random);
        const own = 1 << s.addNode();
        s.set(p.fresh, own, own);
        for (const { path } of p.directions) s.setRow(path, lowest(own), own, own);
        const values = visible(p, s);
        const params = p.locals.get(site.callee)!.filter((x) => x.variable!.kind === 'parameter');
        const chosen = params.map((x) => [x, pick(values, random)] as const);
        const dead = new Set(p.locals.get(owner)!.filter((x) => !x.hidden || random(3) === 0));
        const names = [...chosen.map(([x, y]) => `${x.name}=${y.name}`), ...[...dead].map((x) => x.name)];
        const key = `call ${site.id} ${names.join()}`;
        const args = () => new Map(chosen.map(([x, y]) => [x, actions.variableSource(p, y)]));
        update(
          s,
          once(key, () => call(p, site, args(), dead)),
        );
        s.set(p.fresh, 0, 0);
        return true;
      });
    });

    it('return', { timeout: 900_000 }, () => {
      prove((s) => {
        const site = scene.sites.find((c) => (s.must(p.callSite[c.id]!) & s.must(p.top)) !== 0);
        if (!site) return false;
        const top = s.must(p.top);
        update(
          s,
          once(`return ${site.id}`, () => leave(p, site)),
        );
        s.removeNodes(top);
        return true;
      });
    });
  });

  function ownerOfTop(s: Structure) {
    return scene.sites.find((c) => (s.must(p.callSite[c.id]!) & s.must(p.top)) !== 0)?.callee ?? scene.entry;
  }

  function visible(q: Predicates, s: Structure): PointerVariable[] {
    return [...q.globals, q.result, ...q.locals.get(ownerOfTop(s))!];
  }
}

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)]!;
