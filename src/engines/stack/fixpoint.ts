// The iterative algorithm: sets of structures at the starts of blocks and after calls, until a fixpoint.
// Calls push an activation record and continue at the callee's entry; returns pop it and continue after the call site.

import { locateCrash } from '../../base/crash.js';
import { edgesOf } from '../../ir/cfg.js';
import type { Block, CallInstr, Expr, Instr, Terminator } from '../../ir/instr.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { Blur, type Blurred, keepApart } from '../../logic/tvl/blur.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { UnaryPredicate } from '../../logic/tvl/vocabulary.js';
import { fingerprint } from '../../numeric/numbers.js';
import { because } from '../reason.js';
import type { Abstraction } from './abstraction.js';
import { ArgumentReader } from './arguments.js';
import type { Scope } from './checks.js';
import type { Forgetting } from './forget.js';
import { Kept } from './kept.js';
import type { LibraryCalls } from './library-calls.js';
import { type Context, LocalCalls, newContext } from './local-calls.js';
import { numbersOf, setNumbers } from './numbers.js';
import { call } from './paper/calls.js';
import type { Losses } from './paper/execute.js';
import type { PointerVariable, Predicates } from './paper/predicates.js';
import { returnTo } from './paper/return.js';
import { reachOf } from './reachable.js';
import { type CallSite, calleesOf, type Scene, type SceneFunction } from './scene.js';
import type { Transfer } from './transfer.js';

/** States are kept before instruction `index` of a block: at 0, and after each call of a function with a body. */
export interface Station {
  readonly id: number;
  readonly function: SceneFunction;
  readonly block: number;
  readonly index: number;
  /** On local heaps, the entry structure of the function. */
  readonly context: Context;
  /** The structures, by the canonical names of their nodes. */
  readonly states: Kept;
}

interface Task {
  readonly station: Station;
  readonly names: string;
}

/** A step usually coerces this many structures; one that coerces many more counts as several. */
const USUAL_WORK = 8;

/** Structures inside a block are not blurred; with more than this many, the analysis of the block is given up. */
const MOST_STATES = 150;

export class Solver {
  private readonly stations = new Map<FunctionSymbol, Map<string, Station>>();
  private readonly root = newContext(0);
  private readonly local: LocalCalls | null;
  private readonly args: ArgumentReader;
  private stationCount = 0;
  private readonly queue: Task[] = [];
  private readonly waiting = new Set<string>();
  private readonly blur: Blur;
  private readonly sitesAt = new Map<CallInstr, CallSite[]>();
  /** Structures computed so far. */
  steps = 0;

  constructor(
    readonly scene: Scene,
    readonly p: Predicates,
    readonly transfer: Transfer,
    readonly library: LibraryCalls,
    readonly forgetting: Forgetting,
    private readonly abstraction: Abstraction,
  ) {
    this.args = new ArgumentReader(scene, transfer);
    this.blur = new Blur(p.vocabulary, namedInFull(p, abstraction));
    this.local = abstraction.calls === 'local' ? new LocalCalls(p, transfer, this.blur, this) : null;
    for (const site of scene.sites) this.sitesAt.set(site.instr, [...(this.sitesAt.get(site.instr) ?? []), site]);
  }

  /** False: the budget was exceeded, or `isOver` ended the run. */
  run(initial: readonly Structure[], budget: number, isOver: () => boolean): boolean {
    for (const s of initial) this.start(s);
    for (let task = this.queue.shift(); task; task = this.queue.shift()) {
      this.steps++;
      if (Math.max(this.steps, this.transfer.executor.rules.coerced / USUAL_WORK) > budget || isOver()) return false;
      this.waiting.delete(keyOf(task));
      const { station, names } = task;
      this.execute(station, station.states.get(names)!.copy());
    }
    return true;
  }

  private start(s: Structure): void {
    const f = this.scene.functions.get(this.scene.entry)!;
    const losses = this.transfer.checks.losses(this.transfer.scope(f, f.body));
    for (const t of this.entered(f, s, losses)) this.begin(f, this.root, t);
  }

  /** Allocates boxes and forgets dead variables at the entry of a function. */
  private entered(f: SceneFunction, s: Structure, losses: Losses): Structure[] {
    const { executor, operands } = this.transfer;
    let states = [s];
    for (const { variable, pointer, received } of f.boxes) {
      const [box, given] = [operands.variableOf(pointer)!, received && operands.variableOf(received)];
      states = states.flatMap((t) => executor.box(box, variable.type.size, given, t, losses));
    }
    return states.flatMap((t) => this.forgetting.behind(f, 0, -1, t, losses));
  }

  /** A function begins with a structure without dead variables. */
  begin(f: SceneFunction, context: Context, s: Structure): void {
    this.arrive(this.stationAt(f.symbol, 0, 0, context), s);
  }

  allStations(): Station[] {
    return [...this.stations.values()].flatMap((own) => [...own.values()]);
  }

  /** The states at the start of a block, in all contexts. */
  statesAt(symbol: FunctionSymbol, block: number): Structure[] {
    const own = [...(this.stations.get(symbol)?.values() ?? [])];
    return own.filter((s) => s.block === block && s.index === 0).flatMap((s) => [...s.states.values()]);
  }

  /** The states before the end of a block, in all contexts. */
  statesBefore(symbol: FunctionSymbol, block: number): Structure[] {
    return this.lastStations(symbol, block, Number.MAX_SAFE_INTEGER).flatMap((station) =>
      station.states.values().flatMap((s) => this.replay(station, s.copy(), Number.MAX_SAFE_INTEGER)),
    );
  }

  /** For each context, the station from which instruction `index` of the block is reached. */
  lastStations(symbol: FunctionSymbol, block: number, index: number): Station[] {
    const last = new Map<Context, Station>();
    for (const s of this.stations.get(symbol)?.values() ?? []) {
      const known = last.get(s.context);
      if (s.block === block && s.index <= index && (known?.index ?? -1) < s.index) last.set(s.context, s);
    }
    return [...last.values()];
  }

  private stationAt(symbol: FunctionSymbol, block: number, index: number, context: Context): Station {
    const own = this.stations.get(symbol) ?? new Map<string, Station>();
    this.stations.set(symbol, own);
    const key = `${context.id} ${block} ${index}`;
    const known = own.get(key);
    if (known) return known;
    const f = this.scene.functions.get(symbol)!;
    const made: Station = { id: this.stationCount++, function: f, block, index, context, states: new Kept() };
    own.set(key, made);
    return made;
  }

  private arrive(station: Station, s: Structure): void {
    this.transfer.executor.dropForgotten(s);
    const { structure, names } = this.abstraction.names === 'each' ? unabstracted(s) : this.blur.blur(s);
    if (!station.states.add(names, structure)) return;
    const task = { station, names };
    if (this.waiting.has(keyOf(task))) return;
    this.waiting.add(keyOf(task));
    this.queue.push(task);
  }

  private execute(station: Station, s: Structure): void {
    if (!this.transfer.executor.rules.coerce(s)) return;
    this.walk(station, s, (states, index) => this.goOn(station, index, states));
  }

  /** Executes the instructions from the station on, up to a call of a function with a body or the end of the block. */
  walk(
    station: Station,
    s: Structure,
    done: (states: Structure[], index: number) => void,
    until = Number.MAX_SAFE_INTEGER,
  ): void {
    const { function: f, block: id, index: start } = station;
    const block = f.body.blocks[id]!;
    let states = start > 0 ? this.bind(f, block.instrs[start - 1] as CallInstr, s) : [s];
    if (start > 0) states = states.flatMap((t) => this.forget(f, id, start - 1, t));
    let index = start;
    for (; index < block.instrs.length && index < until; index++) {
      const instr = block.instrs[index]!;
      if (instr.kind === 'call' && this.sitesAt.has(instr)) break;
      states = states.flatMap((t) => this.instr(f, instr, t)).flatMap((t) => this.forget(f, id, index, t));
      if (states.length > MOST_STATES) {
        const { site } = this.transfer.scope(f, instr);
        return this.transfer.checks.ledger.giveUp(
          site,
          because('unsupported', 'the structures of this block exceed the limit'),
        );
      }
    }
    done(states, index);
  }

  private instr(f: SceneFunction, i: Instr, s: Structure): Structure[] {
    try {
      return i.kind === 'call' ? this.library.call(f, i, s) : this.transfer.instr(f, i, s);
    } catch (error) {
      throw locateCrash(error, () => f.body.source.locate(i.at));
    }
  }

  /** The states before instruction `index` that come from one state of the station before it. */
  replay(station: Station, s: Structure, index: number): Structure[] {
    const result: Structure[] = [];
    if (!this.transfer.executor.rules.coerce(s)) return result;
    this.walk(station, s, (states) => result.push(...states), index);
    return result;
  }

  private bind(f: SceneFunction, instr: CallInstr, s: Structure): Structure[] {
    const scope = this.transfer.scope(f, instr);
    const losses = this.transfer.checks.losses(scope);
    const states = this.transfer.touch.all(scope, instr.result ? [instr.result] : [], [], s, losses);
    return states.flatMap((t) => this.library.bindResult(scope, instr.result, t, losses));
  }

  private forget(f: SceneFunction, block: number, index: number, s: Structure): Structure[] {
    const losses = this.transfer.checks.losses(this.transfer.scope(f, f.body.blocks[block]!.instrs[index]!));
    return this.forgetting.behind(f, block, index, s, losses);
  }

  private goOn({ function: f, block: id, context }: Station, index: number, states: readonly Structure[]): void {
    const block = f.body.blocks[id]!;
    const instr = block.instrs[index];
    if (instr?.kind === 'call') for (const s of states) this.call(f, context, instr, s);
    else for (const s of states) this.terminate(f, context, block, s);
  }

  private terminate(f: SceneFunction, context: Context, block: Block, s: Structure): void {
    const t = block.terminator;
    const scope = this.transfer.scope(f, t);
    const losses = this.transfer.checks.losses(scope);
    for (const state of this.transfer.touch.all(scope, [], readBy(t), s, losses)) {
      if (t.kind === 'return') {
        returnTo(this, f, context, t, state);
        continue;
      }
      for (const { to, assumes } of edgesOf(block)) {
        let states = [state.copy()];
        for (const a of assumes) states = states.flatMap((u) => this.transfer.conditions.assume(a, u, losses));
        states = states.flatMap((u) => this.forgetting.behind(f, to.id, -1, u, losses));
        for (const u of states) this.arrive(this.stationAt(f.symbol, to.id, 0, context), u);
      }
    }
  }

  /** Pushes a record for each possible callee. */
  private call(f: SceneFunction, context: Context, instr: CallInstr, s: Structure): void {
    const scope = this.transfer.scope(f, instr);
    const losses = this.transfer.checks.losses(scope);
    let states = this.transfer.touch.all(scope, [], instr.args, s, losses);
    states = states.flatMap((t) => this.args.calleePointer(scope, instr, t, losses));
    for (const state of states) {
      for (const site of this.sitesAt.get(instr)!) {
        for (const t of this.args.passed(site, scope, state.copy(), losses)) {
          if (this.local) this.callLocally(this.local, site, context, t);
          else this.push(site, t);
        }
      }
      const { others } = calleesOf(this.scene.program, instr);
      if (others) this.callUnknown(this.sitesAt.get(instr)![0]!, context, scope, state);
    }
  }

  /** The pointer may also refer to a function without a body. */
  private callUnknown(site: CallSite, context: Context, scope: Scope, s: Structure): void {
    const losses = this.transfer.checks.losses(scope);
    const call = { ...site.instr, result: null };
    const states = this.library.unknownFunction(scope, call, 'a function without a body', s, losses);
    for (const t of states.flatMap((u) =>
      this.transfer.executor.assign(this.p.result, { kind: 'unknown' }, u, losses),
    )) {
      this.comeBack(site, context, t);
    }
  }

  /** The callee gets its local heap, and the caller waits with the rest. */
  private callLocally(local: LocalCalls, site: CallSite, context: Context, s: Structure): void {
    const { executor, checks, integers } = this.transfer;
    const scope = this.transfer.scope(this.scene.functions.get(site.caller)!, site.instr);
    const losses = checks.losses(scope);
    const callee = this.scene.functions.get(site.callee)!;
    const dead = this.deadAt(site);
    const kept = [...this.p.locals.get(site.caller)!, ...this.p.doors.map((d) => d.ghost)].filter((x) => !dead.has(x));
    for (const t of this.args.definite(site, s, losses)) {
      const cuts = local.cut(t, callee, this.args.of(site), { kept, dead: [...dead] }, losses);
      if (!cuts)
        checks.ledger.giveUp(
          scope.site,
          because('unsupported', 'the caller keeps too many pointers into the local heap of a call'),
        );
      for (const { inside, outside } of cuts ?? []) {
        setNumbers(inside, integers.atEntry(t, site));
        setNumbers(outside, integers.waiting(t, site));
        const waiting = executor.settle(outside, outside.must(this.p.heap), losses);
        if (!executor.rules.coerce(inside)) continue;
        for (const entry of this.entered(callee, inside, losses)) {
          for (const w of waiting) local.call(context, site, callee, entry.copy(), w.copy());
        }
      }
    }
  }

  private push(site: CallSite, s: Structure): void {
    const { executor } = this.transfer;
    const scope = this.transfer.scope(this.scene.functions.get(site.caller)!, site.instr);
    const losses = this.transfer.checks.losses(scope);
    const node = s.addNode();
    if (node < 0) return losses.outOfNodes();
    s.set(this.p.fresh, 1 << node, 1 << node);
    for (const { path } of this.p.directions) s.setRow(path, node, 1 << node, 1 << node);
    const action = executor.updateFor(`call ${site.id}`, () =>
      call(this.p, site, this.args.of(site), this.deadAt(site)),
    );
    const numbers = this.transfer.integers.atEntry(s, site);
    const dying = [...this.deadAt(site)].reduce((set, x) => set | reachOf(this.p, x, s), 0);
    for (const state of executor.apply(s, action, dying, losses)) {
      state.set(this.p.fresh, 0, 0);
      setNumbers(state, numbers);
      const callee = this.scene.functions.get(site.callee)!;
      for (const t of this.entered(callee, state, losses)) {
        this.begin(callee, this.root, t);
      }
    }
  }

  private deadAt(site: CallSite): Set<PointerVariable> {
    return new Set(this.forgetting.atCall(site, this.scene.functions.get(site.caller)!));
  }

  /** Delivers a state to the station after the call. */
  comeBack(site: CallSite, caller: Context, s: Structure): void {
    this.arrive(this.stationAt(site.caller, site.block, site.index + 1, caller), s);
  }

  /** A function on a local heap returns: its variables and the content of its record are removed. */
  leave(context: Context, s: Structure): void {
    this.transfer.executor.dropForgotten(s);
    this.local!.leave(context, s);
  }

  /** The call site of the top record, which is definite; null for the entry. */
  siteOfTop(s: Structure): CallSite | null {
    const top = s.must(this.p.top);
    const id = this.p.callSite.findIndex((q) => (s.may(q) & top) !== 0);
    if (id >= 0 && (s.must(this.p.callSite[id]!) & top) === 0) throw new Error('the call of the top is not known');
    return this.scene.sites[id] ?? null;
  }

  structureCount(): number {
    return this.allStations().reduce((n, { states }) => n + states.size, 0);
  }
}

/** On local heaps, the name of a cell that a variable points to has all predicates: there are few such cells. */
const namedInFull = (p: Predicates, { calls }: Abstraction): UnaryPredicate[] =>
  calls === 'local' ? [p.top, ...[...p.locals.values()].flat().map((x) => x.at)] : [p.top];

/** Each state with its numbers, for a program that terminates on its own. */
function unabstracted(s: Structure): Blurred {
  const { structure, names } = keepApart(s);
  return { structure, names: `${names} ${fingerprint(numbersOf(s))}` };
}

function readBy(t: Terminator): Expr[] {
  if (t.kind === 'branch') return [t.condition];
  if (t.kind === 'switch') return [t.value];
  if (t.kind === 'computed-goto') return [t.address];
  return t.kind === 'return' && t.value ? [t.value] : [];
}

const keyOf = ({ station, names }: Task): string => `${station.id} ${names}`;
