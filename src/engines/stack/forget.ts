// Forgetting: dead variables are set to null, so that structures differ only in relevant values.
// Used after every instruction and at calls. The abstraction of the run decides how much (abstraction.ts).

import type { LocalVariable } from '../../ir/program.js';
import type { Structure } from '../../logic/tvl/structure.js';
import { isForgottenWhenDead, type Memory } from './abstraction.js';
import { type Integers, numbersOf, setNumbers } from './numbers.js';
import type { Executor, Losses } from './paper/execute.js';
import type { PointerVariable, Predicates } from './paper/predicates.js';
import { type CallSite, isNeededBehind, type SceneFunction } from './scene.js';

export class Forgetting {
  private readonly known = new Map<string, readonly PointerVariable[]>();

  constructor(
    private readonly p: Predicates,
    private readonly executor: Executor,
    private readonly memory: Memory,
    private readonly integers: Integers,
  ) {}

  /** Forgets what is dead after instruction `index` of the block; -1 is its start. */
  behind(f: SceneFunction, block: number, index: number, s: Structure, losses: Losses): Structure[] {
    setNumbers(s, this.integers.keepLive(numbersOf(s), f.liveness.behind(f.body.blocks[block]!, index)));
    let states = [s];
    for (const x of this.deadBehind(f, block, index)) {
      states = states.flatMap((t) =>
        this.isForgettable(x, t) ? this.executor.assign(x, { kind: 'null' }, t, losses) : [t],
      );
    }
    return states;
  }

  /** The variables of the caller that its record need not keep during the call. */
  atCall(site: CallSite, caller: SceneFunction): readonly PointerVariable[] {
    return this.p.locals
      .get(site.caller)!
      .filter((x) => this.isLost(x) && !isNeededBehind(site, caller, x.variable as LocalVariable));
  }

  deadBehind(f: SceneFunction, block: number, index: number): readonly PointerVariable[] {
    const locals = this.p.locals.get(f.symbol)!;
    const key = `${locals[0]?.points.id} ${block} ${index}`;
    const known = this.known.get(key);
    if (known) return known;
    const live = f.liveness.behind(f.body.blocks[block]!, index);
    const dead = locals.filter(({ variable }) => {
      const own = variable as LocalVariable;
      return !live.has(own) && !own.ownsBlock;
    });
    this.known.set(key, dead);
    return dead;
  }

  private isLost(x: PointerVariable): boolean {
    return isForgottenWhenDead(this.memory, x.variable as LocalVariable);
  }

  /** Does the variable help to determine, at the return, where another pointer of the caller points? */
  private isLandmark(x: PointerVariable, s: Structure): boolean {
    const top = s.must(this.p.top);
    return this.p.across.some((a) => a.x === x && a.field !== null && (s.must(a.predicate) & top) !== 0);
  }

  private isForgettable(x: PointerVariable, s: Structure): boolean {
    const odd = ((s.may(x.uninitialized) | s.may(x.foreign)) & s.must(this.p.top)) !== 0;
    const at = s.may(x.at);
    if (at === 0) return odd;
    if (this.isLost(x)) return !this.isLandmark(x, s);
    // A cell that another cell still points to is a landmark: its aliases determine where that other cell is.
    return (at & ~s.must(this.p.freed)) === 0 && !this.executor.isFieldTarget(at, s);
  }
}
