// Calls on local heaps: a function is analysed once per entry structure, and every caller waits with the rest of its
// heap. The alternative to push and pop; the abstraction selects it.

import type { FunctionSymbol } from '../../ir/program.js';
import { elementsOf, isSingle } from '../../logic/tvl/bits.js';
import type { Blur } from '../../logic/tvl/blur.js';
import { focusTargets } from '../../logic/tvl/focus.js';
import type { Structure } from '../../logic/tvl/structure.js';
import { siteIn } from '../shared/frames.js';
import { Kept } from './kept.js';
import { LocalHeap, type Passed } from './local-heap.js';
import { numbersOf, setNumbers } from './numbers.js';
import type { Source } from './paper/actions.js';
import type { Arguments } from './paper/calls.js';
import type { Losses } from './paper/execute.js';
import type { PointerVariable, Predicates } from './paper/predicates.js';
import type { CallSite, SceneFunction } from './scene.js';
import type { Transfer } from './transfer.js';
import { resolve } from './values.js';

/** One entry structure of a function, by its names: the waiting callers, and the exit structures. */
export interface Context {
  readonly id: number;
  readonly waiting: Map<string, Waiting>;
  readonly exits: Kept;
}

/** The callers at one call site, with the parts of their heaps that stay outside. */
interface Waiting {
  readonly site: CallSite;
  readonly caller: Context;
  readonly outside: Kept;
}

export const newContext = (id: number): Context => ({ id, waiting: new Map(), exits: new Kept() });

/** The solver's handling of structures that enter or leave a call. */
export interface Stage {
  begin(callee: SceneFunction, context: Context, entry: Structure): void;
  comeBack(site: CallSite, caller: Context, s: Structure): void;
}

/** The caller's handling of its variables during a call. */
export interface Keeping {
  readonly kept: readonly PointerVariable[];
  readonly dead: readonly PointerVariable[];
}

export class LocalCalls {
  private readonly heap: LocalHeap;
  private readonly contexts = new Map<FunctionSymbol, Map<string, Context>>();
  private count = 0;

  constructor(
    private readonly p: Predicates,
    private readonly transfer: Transfer,
    private readonly blur: Blur,
    private readonly stage: Stage,
  ) {
    this.heap = new LocalHeap(p);
  }

  /** The structures of the callee and of the waiting callers; null: the heap cannot be cut here. */
  cut(
    s: Structure,
    callee: SceneFunction,
    args: Arguments,
    { kept, dead }: Keeping,
    losses: Losses,
  ): { inside: Structure; outside: Structure }[] | null {
    const result: { inside: Structure; outside: Structure }[] = [];
    for (const state of this.definite(s, args, kept, losses)) {
      const roots = this.rootsOf(state, callee, args);
      const region = this.heap.regionOf(
        state,
        roots.reduce((set, r) => set | r, 0),
      );
      const known = this.heap.knownOutside(state, region, kept);
      const doors = doorsFor(roots, known.variables & ~roots.reduce((set, r) => set | r, 0), this.p.doors.length);
      if (!doors) return null;
      const all = doors.reduce((set, d) => set | d, 0);
      if ((known.cells & ~all) !== 0 || (state.summary & all) !== 0) return null;
      const values = this.valuesOf(state, args);
      result.push(
        this.heap.cut(state, { region, doors, known: known.variables | known.cells }, dead, (entry) =>
          this.makeRecord(entry, callee, values),
        ),
      );
    }
    return result;
  }

  /** Makes arguments, globals, what the caller keeps, and what is reachable from the passed pointers definite. */
  private definite(s: Structure, args: Arguments, kept: readonly PointerVariable[], losses: Losses): Structure[] {
    const { rules } = this.transfer.executor;
    let states = [s];
    for (const x of [...this.p.globals, ...kept]) {
      states = states.flatMap((t) => resolve(this.p, rules, x, t)?.map((r) => r.state) ?? this.outOfNodes(losses));
    }
    return states.flatMap((t) => {
      const roots = elementsOf(this.targets(t, args) | this.p.globals.reduce((set, x) => set | t.must(x.at), 0));
      let all = [t];
      for (const root of roots) {
        all = all.flatMap(
          (u) => focusTargets(u, this.heap.way.path, root, (v) => rules.coerce(v)) ?? this.outOfNodes(losses),
        );
      }
      return all;
    });
  }

  private outOfNodes(losses: Losses): Structure[] {
    losses.outOfNodes();
    return [];
  }

  private targets(s: Structure, args: Arguments): number {
    let result = 0;
    for (const { target } of args.values()) {
      target.evaluate(s);
      result |= target.must;
    }
    return result;
  }

  /** The passed cells, slot by slot: parameters, then globals. */
  private rootsOf(s: Structure, callee: SceneFunction, args: Arguments): number[] {
    const params = this.p.locals.get(callee.symbol)!.filter((x) => x.variable?.kind === 'parameter');
    const cells = params.map((x) => {
      const target = args.get(x)?.target;
      target?.evaluate(s);
      return target?.must ?? 0;
    });
    return [...cells, ...this.p.globals.map((x) => s.must(x.at))];
  }

  private valuesOf(s: Structure, args: Arguments): Map<PointerVariable, Passed> {
    const plane = (formula: Source['target']) => {
      formula.evaluate(s);
      return { must: formula.must, may: formula.may };
    };
    // The special values are the same at every node: `ever` turns them into values for the new record.
    const ever = (formula: Source['target']) => {
      const { must, may } = plane(formula);
      return { must: must === 0 ? 0 : -1, may: may === 0 ? 0 : -1 };
    };
    return new Map(
      [...args].map(([x, { target, uninitialized, foreign }]) => [
        x,
        { at: plane(target), uninitialized: ever(uninitialized), foreign: ever(foreign) },
      ]),
    );
  }

  private makeRecord(s: Structure, callee: SceneFunction, values: ReadonlyMap<PointerVariable, Passed>): void {
    const { p } = this;
    const node = s.addNode();
    if (node < 0) throw new Error('a local heap has room for its record');
    const own = 1 << node;
    s.set(p.stack, own, own);
    s.set(p.top, own, own);
    s.setRow(this.heap.way.path, node, own, own);
    for (const x of p.locals.get(callee.symbol)!) {
      const value = values.get(x);
      if (value) this.heap.receive(s, x, node, value);
      else if (x.variable?.kind !== 'temporary') s.set(x.uninitialized, own, own);
    }
  }

  /** Lets the caller wait for the callee, which starts unless it was analysed on this structure before. */
  call(caller: Context, site: CallSite, callee: SceneFunction, entry: Structure, outside: Structure): void {
    this.transfer.executor.dropForgotten(entry);
    const { names } = this.blur.blur(entry);
    const context = this.contextOf(callee.symbol, names);
    this.transfer.executor.dropForgotten(outside);
    const blurred = this.blur.blur(outside);
    const place = `${caller.id} ${site.id}`;
    const waiting = context.waiting.get(place) ?? { site, caller, outside: new Kept() };
    context.waiting.set(place, waiting);
    const isNew = waiting.outside.add(blurred.names, blurred.structure);
    this.stage.begin(callee, context, entry);
    if (!isNew) return;
    for (const exit of context.exits.values()) this.resume(waiting, waiting.outside.get(blurred.names)!, exit);
  }

  private contextOf(callee: FunctionSymbol, names: string): Context {
    const own = this.contexts.get(callee) ?? new Map<string, Context>();
    this.contexts.set(callee, own);
    const context = own.get(names) ?? newContext(++this.count);
    own.set(names, context);
    return context;
  }

  /** The callee returns, without its variables. */
  leave(context: Context, s: Structure): void {
    const { structure, names } = this.blur.blur(s);
    if (!context.exits.add(names, structure)) return;
    const exit = context.exits.get(names)!;
    for (const waiting of [...context.waiting.values()]) {
      for (const outside of waiting.outside.values()) this.resume(waiting, outside, exit);
    }
  }

  private resume({ site, caller }: Waiting, outside: Structure, exit: Structure): void {
    const { transfer } = this;
    const scope = { function: site.caller.name, site: siteIn(site.caller.body!, site.instr) };
    const losses = transfer.checks.losses(scope);
    let exits = [exit.copy()].filter((s) => transfer.executor.rules.coerce(s));
    for (const ghost of this.heap.doorsOf(outside)) {
      exits = exits.flatMap((s) => transfer.executor.resolve(ghost, s, losses).map((r) => r.state));
    }
    for (const inside of exits) {
      const s = this.heap.putBack(outside, inside);
      if (!s) {
        losses.outOfNodes();
        continue;
      }
      setNumbers(s, transfer.integers.behind(numbersOf(outside), numbersOf(inside)));
      for (const t of transfer.executor.settle(s, s.must(this.p.heap), losses)) this.stage.comeBack(site, caller, t);
    }
  }
}

/** Slots for passed cells, then for others that the caller points to; null: there are not enough. */
function doorsFor(roots: readonly number[], others: number, most: number): number[] | null {
  const doors = [...roots, ...elementsOf(others).map((v) => 1 << v)];
  return doors.length <= most && doors.every((d) => d === 0 || isSingle(d)) ? doors : null;
}
