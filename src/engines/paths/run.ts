// One function body from one state: the states at each block, joined, widened, overlaid, set aside.
// Called by fixpoint.ts, which manages bodies and calls; transfer.ts executes each block on each state.

import { edgesOf } from '../../ir/cfg.js';
import type { Block, Variable } from '../../ir/instr.js';
import { isInModel } from '../../models/origin.js';
import { forget, isNonzero, join, keepOnly, leq, type Numbers, rangeOf, widen } from '../../numeric/numbers.js';
import { Worklist } from '../../solver/worklist.js';
import { type Frame, type Here, passed, type Settings } from './analysis.js';
import { canonicalPart, isAsideCovered, joinAside, printAside, printParts, setAside } from './aside.js';
import { canonical, isDead, modeOf, withoutTwins } from './canonical.js';
import { assume } from './conditions.js';
import type { Solver } from './fixpoint.js';
import { isHeap, nameOf, offsetOf } from './paper/cell.js';
import { type Collapsed, collapse, isCovered, overlay } from './paper/collapse.js';
import { withPlaces } from './places.js';
import type { Plan } from './plan.js';
import { leaveFunction } from './return.js';
import { numbered, type State, weaker } from './state.js';
import { transfer } from './transfer.js';
import { isRegister } from './variable-names.js';

/** More graphs than this at one block are overlaid where their skeletons agree. */
const MANY_GRAPHS = 2;
/** With this many states at a loop head, what the loop does not access is set aside. */
const MANY_AT_HEAD = 6;
/** More states than this at one block are no longer distinguished by flags. */
const MANY_STATES = 96;
/** Joins at a loop head before numbers are widened, and before numbers that still grow are forgotten. */
const PATIENCE = 3;
const LIMIT = 24;

interface Entry {
  readonly block: Block;
  readonly key: string;
  readonly skeleton: string;
  state: State;
  visits: number;
}

/** One function body from one state. */
export class Run {
  private readonly entries = new Map<Block, Map<string, Entry>>();
  private readonly worklist: Worklist<Entry>;
  private readonly exits = new Map<string, State>();
  /** Loop heads with so many states that what the loop does not access is set aside. */
  private readonly crowded = new Set<Block>();

  constructor(
    private readonly solver: Solver,
    private readonly settings: Settings,
    private readonly frame: Frame,
    private readonly plan: Plan,
  ) {
    this.worklist = new Worklist((e) => plan.order.position[e.block.id]!);
  }

  solve(state: State): State[] {
    this.add(this.frame.body.entry, state);
    for (let entry = this.worklist.take(); entry; entry = this.worklist.take()) {
      if (!this.solver.spend()) break;
      if (this.entries.get(entry.block)?.get(entry.key) === entry) this.flow(entry);
    }
    return [...this.exits.values()];
  }

  private flow({ block, state }: Entry): void {
    const { at, end } = block.terminator;
    const here: Here = { settings: this.settings, frame: this.frame, at, end };
    const states = runBlock(here, block, [state], block.instrs.length);
    if (block.terminator.kind === 'return') {
      const { value } = block.terminator;
      for (const s of states)
        for (const left of watchLosses(here, () => leaveFunction(here, s, value))) this.exit(left);
    }
    edgesOf(block).forEach((edge, i) => {
      const assumes = [...edge.assumes, ...(this.plan.echoes.get(block)?.[i] ?? [])];
      for (const s of states) for (const t of assumeAll(here, s, assumes)) this.add(edge.to, t);
    });
  }

  private exit(state: State): void {
    const live = this.solver.liveAt(this.frame, new Set());
    const dead = (name: number) => isDead(this.settings, name, live);
    const { state: settled, collapsed } = canonical(state, this.settings.core, modeOf(this.frame), dead);
    const key = collapsed.text + this.flagsIn(settled.numbers, 'result') + printAside(settled.aside);
    const known = this.exits.get(key);
    this.exits.set(key, known ? joinNumbers(known, settled) : settled);
  }

  private add(block: Block, state: State): void {
    this.solver.made(state);
    const entries = this.entries.get(block) ?? new Map<string, Entry>();
    this.entries.set(block, entries);
    const live = this.withoutDead(block, this.crowded.has(block) ? this.resting(block, state) : state);
    const mode = this.modeAt(block);
    const levels = this.solver.liveAt(this.frame, this.plan.registers.live[block.id]!);
    const dead = (name: number) => isDead(this.settings, name, levels);
    const { state: settled, collapsed } = canonical(live, this.settings.core, mode, dead);
    const flags = entries.size < MANY_STATES ? this.flagsIn(settled.numbers, 'all') : '';
    const parts = printParts(settled.aside);
    const key = collapsed.text + parts + flags;
    const known = entries.get(key);
    if (known) this.merge(known, settled);
    else if (this.isSubsumed(entries, settled, collapsed.skeleton + parts + flags)) return;
    else if (entries.size >= MANY_GRAPHS) this.overlayOnSimilar(entries, block, settled, collapsed, parts + flags);
    else this.insert(entries, { block, key, skeleton: collapsed.skeleton + parts + flags, state: settled, visits: 0 });
    if (entries.size >= MANY_AT_HEAD && this.plan.named.has(block) && !this.crowded.has(block))
      this.restAll(block, entries);
  }

  /** Sets aside what the loop with this head does not name. */
  private resting(block: Block, state: State): State {
    const named = this.plan.named.get(block);
    if (!named) return state;
    const levels = this.solver.liveAt(this.frame, this.plan.registers.live[block.id]!);
    const { slots, core } = this.settings;
    const mayRest = (name: number): boolean => {
      const slot = slots.slot(name);
      const v = slot?.variable;
      if (!v || v.kind === 'global' || isRegister(v)) return false;
      return slot.depth !== this.frame.depth || !named.has(v);
    };
    return setAside(
      state,
      mayRest,
      canonicalPart(core, (name) => isDead(this.settings, name, levels)),
    );
  }

  private restAll(block: Block, entries: Map<string, Entry>): void {
    this.crowded.add(block);
    for (const e of [...entries.values()]) {
      // Another entry may have replaced it under the same key in the meantime.
      const rested = entries.get(e.key) === e ? this.resting(block, e.state) : e.state;
      if (rested === e.state) continue;
      this.remove(entries, e);
      this.add(block, rested);
    }
  }

  /** A graph that another one here covers is redundant; a graph that covers another replaces it. */
  private isSubsumed(entries: Map<string, Entry>, state: State, skeleton: string): boolean {
    for (const e of [...entries.values()]) {
      if (e.skeleton !== skeleton) continue;
      if (isBelow(state, e.state)) return true;
      if (isBelow(e.state, state)) this.remove(entries, e);
    }
    return false;
  }

  /** Graphs are collapsed only at loop heads: elsewhere they cannot grow indefinitely. */
  private modeAt(block: Block): 'merge' | 'keep' {
    return this.plan.order.isHead[block.id] ? 'merge' : 'keep';
  }

  private insert(entries: Map<string, Entry>, entry: Entry): void {
    entries.set(entry.key, entry);
    this.solver.remember(this, this.frame, entry.block, entry.key, entry.state);
    this.worklist.add(entry);
  }

  private remove(entries: Map<string, Entry>, entry: Entry): void {
    entries.delete(entry.key);
    this.solver.forget(this, this.frame, entry.block, entry.key);
  }

  private merge(known: Entry, state: State): void {
    const aside = joinAside(known.state.aside, state.aside);
    if (aside === known.state.aside && leq(state.numbers, known.state.numbers)) return;
    const certainty = weaker(known.state.certainty, state.certainty);
    known.visits++;
    const joined = join(known.state.numbers, state.numbers);
    const isHead = this.plan.order.isHead[known.block.id];
    const numbers = isHead && known.visits > PATIENCE ? this.grow(known, joined) : joined;
    known.state = { ...known.state, numbers, aside, certainty };
    this.solver.remember(this, this.frame, known.block, known.key, known.state);
    this.worklist.add(known);
  }

  /** Widening; numbers that grow in spite of it are forgotten. */
  private grow(known: Entry, joined: Numbers): Numbers {
    const wide = widen(known.state.numbers, joined);
    if (known.visits < LIMIT) return wide;
    const before = known.state.numbers;
    return forget(
      wide,
      wide.zone.keys.filter((key) => rangeOf(before, key).high !== rangeOf(wide, key).high || known.visits > 2 * LIMIT),
    );
  }

  /** Too many graphs: overlays the new one on a graph with the same skeleton. */
  private overlayOnSimilar(
    entries: Map<string, Entry>,
    block: Block,
    state: State,
    collapsed: Collapsed,
    flags: string,
  ): void {
    const same = [...entries.values()].find((e) => e.skeleton === collapsed.skeleton + flags);
    if (!same) {
      this.insert(entries, {
        block,
        key: collapsed.text + flags,
        skeleton: collapsed.skeleton + flags,
        state,
        visits: 0,
      });
      return;
    }
    const [older, newer] = [withPlaces(same.state, state), withPlaces(state, same.state)];
    const graph = overlay(numbered(older), numbered(newer));
    const mode = this.modeAt(block);
    const aside = joinAside(same.state.aside, state.aside);
    const certainty = weaker(same.state.certainty, state.certainty);
    const joined = { ...state, graph, numbers: join(older.numbers, newer.numbers), aside, certainty };
    const both = canonical(joined, this.settings.core, mode);
    const visits = same.visits + 1;
    const isHead = this.plan.order.isHead[block.id];
    const numbers = isHead && visits > PATIENCE ? widen(same.state.numbers, both.state.numbers) : both.state.numbers;
    if (
      both.collapsed.text === collapse(same.state.graph, this.settings.core, mode).text &&
      leq(numbers, same.state.numbers) &&
      aside === same.state.aside
    )
      return;
    this.remove(entries, same);
    const settled = { ...both.state, numbers, aside, certainty };
    const key = both.collapsed.text + flags;
    // The overlay may be a graph that is here already: the numbers of both are joined.
    const known = entries.get(key);
    if (known) this.merge(known, settled);
    else this.insert(entries, { block, key, skeleton: both.collapsed.skeleton + flags, state: settled, visits });
  }

  private withoutDead(block: Block, state: State): State {
    const { depth } = this.frame;
    const live = this.plan.registers.live[block.id]!;
    const numbers = keepOnly(state.numbers, (key) => {
      if (isHeap(nameOf(key)) || offsetOf(key) !== 0 || state.graph.has(nameOf(key))) return true;
      const slot = this.settings.slots.slot(nameOf(key));
      return !slot?.variable || slot.depth !== depth || live.has(slot.variable);
    });
    return { ...state, numbers };
  }

  /** Values of flags are part of a state's identity. */
  private flagsIn(n: Numbers, which: 'all' | 'result'): string {
    const { slots } = this.settings;
    const facts: string[] = [];
    for (const key of new Set([...n.zone.keys, ...n.nonzero])) {
      const slot = isHeap(nameOf(key)) || offsetOf(key) !== 0 ? null : slots.slot(nameOf(key));
      if (!slot || (slot.variable && !this.isFlag(slot.variable, which))) continue;
      const { low, high } = rangeOf(n, key);
      if (low === high) facts.push(`${key}=${low}`);
      else if (isNonzero(n, key)) facts.push(`${key}!`);
    }
    return facts.length > 0 ? `\n#${facts.sort().join()}` : '';
  }

  /** A live flag of this call, or a flag of a caller. */
  private isFlag(variable: Variable, which: 'all' | 'result'): boolean {
    if (variable.kind === 'global') return false;
    if (this.frame.body.variables[variable.id] === variable)
      return which === 'all' && this.plan.registers.flags.has(variable);
    for (let f = this.frame.caller; f; f = f.caller) {
      if (f.body.variables[variable.id] === variable) return this.solver.planOf(f.body).registers.flags.has(variable);
    }
    return false;
  }
}

/** The same graph, with numbers and parts joined. */
export const joinNumbers = (a: State, b: State): State => ({
  graph: b.graph,
  numbers: join(a.numbers, b.numbers),
  aside: joinAside(a.aside, b.aside),
  certainty: weaker(a.certainty, b.certainty),
  escapes: Math.max(a.escapes, b.escapes),
});

/** Is every heap of `a` also one of `b`? Both have the same skeleton, with the same variables set aside. */
const isBelow = (a: State, b: State): boolean =>
  leq(a.numbers, b.numbers) && isCovered(numbered(a), b.graph) && isAsideCovered(a.aside, b.aside);

function assumeAll(
  here: Here,
  state: State,
  assumes: readonly { condition: Parameters<typeof assume>[2]; holds: boolean }[],
): State[] {
  return assumes.reduce((states, a) => states.flatMap((s) => assume(here, s, a.condition, a.holds)), [state]);
}

/** Records whether the step leaks memory. What happens in a model is recorded at the call. */
function watchLosses(here: Here, step: () => State[]): State[] {
  const { ledger } = here.settings;
  const before = ledger.losses;
  const after = step();
  if (ledger.losses === before && after.length > 0 && !isInModel(here.frame.body.source))
    passed(here, 'valid-memtrack');
  return after;
}

/** The states before instruction `until` of a block. */
export function runBlock(here: Here, block: Block, states: readonly State[], until: number): State[] {
  let current = [...states];
  for (const instr of block.instrs.slice(0, until)) {
    current = current.flatMap((s) =>
      watchLosses({ ...here, at: instr.at, end: instr.end }, () => transfer(here, s, instr)),
    );
    if (current.length > 8) current = withoutTwins(current);
  }
  return current;
}
