// What a call may do to memory that others see: the locations it reads and writes, whether it allocates or does not return.
// Summaries of all functions from an entry, by a least fixpoint; evaluation-order.ts compares them.

import { successorsOf } from '../../ir/cfg.js';
import type { Block, BranchTerminator, CallInstr, Expr, Place, Variable } from '../../ir/instr.js';
import { type Intrinsic, isIntrinsic } from '../../ir/intrinsics.js';
import { mentionsIn, outlineIn, type Program } from '../../ir/link.js';
import { type FunctionBody, type FunctionSymbol, type GlobalVariable, symbolOf } from '../../ir/program.js';
import { walkNode } from '../../ir/walk.js';
import { isInput } from '../../models/origin.js';
import { type Origin, Origins, UNKNOWN } from './pointer-origins.js';

/**
 * A variable; memory behind unknown pointers, by the size of the access (`0` for any size); memory behind a parameter, as
 * `parameter:size`. An access to a variable that pointers may point to is one to memory too.
 */
export type Location = Variable | number | string;

export interface Effects {
  readonly reads: Set<Location>;
  readonly writes: Set<Location>;
  allocates: boolean;
  frees: boolean;
  /** May it end or stop the program, so that what follows does not happen? */
  leaves: boolean;
  /** Does it access memory in a way that may be an error? */
  dereferences: boolean;
  /** Code that is not seen. */
  anything: boolean;
}

export const noEffects = (): Effects => ({
  reads: new Set(),
  writes: new Set(),
  allocates: false,
  frees: false,
  leaves: false,
  dereferences: false,
  anything: false,
});

export function include(into: Effects, other: Effects): void {
  for (const l of other.reads) into.reads.add(l);
  for (const l of other.writes) into.writes.add(l);
  into.allocates ||= other.allocates;
  into.frees ||= other.frees;
  into.leaves ||= other.leaves;
  into.dereferences ||= other.dereferences;
  into.anything ||= other.anything;
}

const ANY_SIZE = 0;
const TEST_ONLY =
  /^__builtin_(expect|expect_with_probability|constant_p|object_size|dynamic_object_size|bswap\d+|clz|ctz|popcount|ffs|parity|prefetch|assume_aligned|alloca|alloca_with_align|va_end|types_compatible_p|choose_expr)/;
const LISTS = /^__builtin_va_/;

/** The arguments that an intrinsic reads and writes through. */
const ACCESSES: Readonly<Partial<Record<Intrinsic, { readonly reads?: number; readonly writes?: number }>>> = {
  __caulk_read: {}, // what is read has no influence
  __caulk_string: { reads: 0 },
  __caulk_ends: { reads: 0, writes: 0 },
  __caulk_write: { writes: 0 },
  __caulk_clear: { writes: 0 },
  __caulk_copy: { reads: 1, writes: 0 },
  __caulk_move: { reads: 1, writes: 0 },
  __caulk_shuffle: { reads: 0, writes: 0 },
  __caulk_free: { writes: 0 },
};

export class EffectTable {
  private readonly summaries = new Map<FunctionSymbol, Effects>();
  private readonly exposed = new Set<GlobalVariable>();
  /** The calls of each function; those that run only if an allocation has failed apart. */
  private readonly calls = new Map<FunctionSymbol, Record<'ordinary' | 'afterFailure', readonly CallInstr[]>>();
  private readonly origins: Origins;

  constructor(
    private readonly program: Program,
    functions: ReadonlySet<FunctionSymbol>,
  ) {
    this.origins = new Origins(program, functions);
    for (const f of functions) this.expose(f.body!);
    this.exposeInitially(functions);
    for (const f of functions) this.begin(f);
    while ([...functions].filter((f) => this.grow(f)).length > 0);
  }

  // ---- variables that pointers may point to --------------------------------------------------------------------

  private expose(body: FunctionBody): void {
    const expr = (e: Expr): void => this.exposeAddress(e);
    for (const { instrs, terminator } of body.blocks) {
      for (const node of [...instrs, terminator]) walkNode(node, { expr });
    }
  }

  /** By initial values of variables that functions mention, and of those that such values mention. */
  private exposeInitially(functions: ReadonlySet<FunctionSymbol>): void {
    const work = new Set([...functions].flatMap((f) => outlineIn(f).variables));
    for (const g of work) {
      for (const mentioned of mentionsIn(this.program.variableOf(g)).variables) {
        this.exposed.add(this.program.variableOf(mentioned));
        work.add(mentioned);
      }
    }
  }

  private exposeAddress(e: Expr): void {
    const root = e.kind === 'address' ? rootOf(e.place) : null;
    if (root?.kind === 'global') this.exposed.add(this.program.variableOf(root));
  }

  // ---- summaries -----------------------------------------------------------------------------------------------

  /** What the body does without its calls. */
  private begin(f: FunctionSymbol): void {
    const summary = noEffects();
    this.summaries.set(f, summary);
    const { blocks } = f.body!;
    for (const { instrs, terminator } of blocks) {
      for (const node of [...instrs, terminator]) {
        walkNode(node, { expr: (e) => this.noteLoad(f, e, summary) });
        if (node.kind === 'asm') summary.anything = true;
        if (node.kind === 'assign' || node.kind === 'clear') this.noteWrite(f, node.place, summary);
        if (node.kind === 'call' && node.result) this.noteWrite(f, node.result, summary);
      }
    }
    summary.leaves = !blocks.some((b) => b.terminator.kind === 'return');
    const failures = this.failures(f);
    const callsOf = (block: Block) => block.instrs.filter((i): i is CallInstr => i.kind === 'call');
    this.calls.set(f, {
      ordinary: blocks.flatMap((b) => (failures.has(b) ? [] : callsOf(b))),
      afterFailure: blocks.flatMap((b) => (failures.has(b) ? callsOf(b) : [])),
    });
  }

  /** Adds what its calls do, as far as that is known. */
  private grow(f: FunctionSymbol): boolean {
    const summary = this.summaries.get(f)!;
    const before = weightOf(summary);
    const { ordinary, afterFailure } = this.calls.get(f)!;
    for (const call of ordinary) include(summary, this.callIn(f, call, behindOthers));
    for (const call of afterFailure) include(summary, { ...this.callIn(f, call, behindOthers), leaves: false });
    return weightOf(summary) > before;
  }

  /** Blocks that run if an allocation of the call has failed. Whether it fails depends on nothing that an order changes. */
  private failures(f: FunctionSymbol): ReadonlySet<Block> {
    const { blocks } = f.body!;
    const entries = new Map<Block, number>();
    for (const b of blocks) for (const s of successorsOf(b.terminator)) entries.set(s, (entries.get(s) ?? 0) + 1);
    const tested = blocks.map(({ terminator: t }) => (t.kind === 'branch' ? this.whereNull(f, t) : null));
    return new Set(tested.filter((b) => b !== null && entries.get(b) === 1) as Block[]);
  }

  private whereNull(f: FunctionSymbol, { condition, then, else: other }: BranchTerminator): Block | null {
    const isFresh = (e: Expr): boolean => e.type.kind === 'pointer' && this.origins.of(f, e) === 'own';
    if (condition.kind === 'unary' && condition.op === 'not') return isFresh(condition.operand) ? then : null;
    if (condition.kind !== 'binary') return isFresh(condition) ? other : null;
    if (!isFresh(condition.left) || this.origins.of(f, condition.right) !== 'none') return null;
    return condition.op === 'eq' ? then : condition.op === 'ne' ? other : null;
  }

  private noteLoad(f: FunctionSymbol, e: Expr, into: Effects): void {
    if (e.kind === 'load') this.access(f, e.place, into, into.reads);
  }

  private noteWrite(f: FunctionSymbol, place: Place, into: Effects): void {
    this.access(f, place, into, into.writes);
  }

  /** An access in the body of `f`, as its callers see it. */
  private access(f: FunctionSymbol, place: Place, into: Effects, locations: Set<Location>): void {
    const { size, root } = reachOf(place);
    if (mayFail(place)) into.dereferences = true;
    if (root.kind === 'deref') {
      for (const l of behindOthers(this.origins.of(f, root.pointer), size)) locations.add(l);
    } else if (root.variable.kind === 'global') for (const l of this.locationsOf(root.variable, size)) locations.add(l);
  }

  private locationsOf(variable: Variable, size: number): Location[] {
    if (variable.kind === 'temporary') return [];
    if (variable.kind !== 'global') return variable.addressTaken ? [variable, size] : [variable];
    const definition = this.program.variableOf(variable);
    return this.exposed.has(definition) ? [definition, size] : [definition];
  }

  // ---- calls ---------------------------------------------------------------------------------------------------

  /** The effects of the call itself, as the function sees them that calls it: without its arguments and its result. */
  ofCall(f: FunctionSymbol, call: CallInstr): Effects {
    return this.callIn(f, call, behind);
  }

  private callIn(f: FunctionSymbol, call: CallInstr, reach: Reach): Effects {
    const effects = noEffects();
    const through: Through = (i, size) => {
      const arg = call.args[i];
      return reach(arg ? this.origins.of(f, arg) : UNKNOWN, size);
    };
    for (const callee of this.calleesOf(call)) {
      const definition = this.program.definitionOf(callee);
      const summary = definition && this.summaries.get(definition);
      if (summary) instantiate(summary, effects, through);
      else noteUndefined(symbolOf(callee), effects, through);
    }
    if (call.callee.kind === 'indirect') {
      effects.dereferences = true;
      effects.anything ||= this.calleesOf(call).length === 0;
    }
    return effects;
  }

  private calleesOf({ callee }: CallInstr): readonly FunctionSymbol[] {
    if (callee.kind === 'direct') return [callee.function];
    return this.program.targetsOf(callee.type);
  }

  // ---- single accesses in an expression ------------------------------------------------------------------------

  /** A load or store that stands in the body itself: the memory that the function has allocated counts too. */
  ofAccess(place: Place, kind: 'read' | 'write'): Effects {
    const effects = noEffects();
    const { size, root } = reachOf(place);
    const locations = root.kind === 'deref' ? [size] : this.locationsOf(root.variable, size);
    for (const l of locations) (kind === 'read' ? effects.reads : effects.writes).add(l);
    effects.dereferences = mayFail(place);
    return effects;
  }
}

/** The locations behind a pointer of this origin, and behind the argument with this index. */
type Reach = (origin: Origin, size: number) => Location[];
type Through = (argument: number, size: number) => Location[];

/** Nobody else sees memory that the call has allocated, and its variables. */
const behindOthers: Reach = (origin, size) => (origin === 'own' ? [] : behind(origin, size));

const behind: Reach = (origin, size) => {
  if (origin === 'none') return [];
  return typeof origin === 'number' ? [`${origin}:${size}`] : [size];
};

function instantiate(summary: Effects, into: Effects, through: Through): void {
  const translate = (from: Set<Location>, to: Set<Location>): void => {
    for (const l of from) {
      const [index, size] = typeof l === 'string' ? (l.split(':').map(Number) as [number, number]) : [-1, 0];
      for (const known of index < 0 ? [l] : through(index, size)) to.add(known);
    }
  };
  translate(summary.reads, into.reads);
  translate(summary.writes, into.writes);
  include(into, { ...summary, reads: new Set(), writes: new Set() });
}

function noteUndefined(name: string, into: Effects, through: Through): void {
  const accesses = isIntrinsic(name) ? ACCESSES[name] : undefined;
  if (accesses) {
    for (const l of locations(accesses.reads, through)) into.reads.add(l);
    for (const l of locations(accesses.writes, through)) into.writes.add(l);
    into.dereferences = true;
    into.frees ||= name === '__caulk_free';
  } else if (name === '__caulk_alloc') into.allocates = true;
  else if (name === '__caulk_never_returns') into.leaves = true;
  else if (LISTS.test(name)) {
    into.reads.add(ANY_SIZE);
    into.writes.add(ANY_SIZE);
  } else if (name === '__caulk_unfollowed' || !isHarmless(name)) into.anything = true;
}

const locations = (argument: number | undefined, through: Through): Location[] =>
  argument === undefined ? [] : through(argument, ANY_SIZE);

const isHarmless = (name: string): boolean => isInput(name) || TEST_ONLY.test(name) || isIntrinsic(name);

const weightOf = ({ reads, writes, ...flags }: Effects): number =>
  reads.size + writes.size + Object.values(flags).filter(Boolean).length;

function rootOf(place: Place): Variable | null {
  if (place.kind === 'var') return place.variable;
  return place.kind === 'deref' ? null : rootOf(place.base);
}

type Root = Extract<Place, { kind: 'var' | 'deref' }>;

/** The place that the access is in, and its size; that of characters, unions and wholes may be mixed with any other. */
function reachOf(place: Place): { readonly size: number; readonly root: Root } {
  const { kind, size } = place.type.unqualified;
  const isScalar = kind === 'pointer' || kind === 'int' || kind === 'enum' || kind === 'float';
  let isExact = isScalar && size > 1;
  let root = place;
  while (root.kind === 'field' || root.kind === 'index') {
    if (root.kind === 'field' && (root.field.bits || isUnion(root.base))) isExact = false;
    root = root.base;
  }
  return { size: isExact ? size : ANY_SIZE, root };
}

const isUnion = ({ type }: Place): boolean => type.kind === 'record' && type.body.union;

function mayFail(place: Place): boolean {
  if (place.kind === 'var') return false;
  if (place.kind === 'deref' || (place.kind === 'index' && place.index.kind !== 'int')) return true;
  return mayFail(place.base);
}

/** Has one a location that the other one writes? */
export const interfere = (a: Effects, b: Effects): boolean =>
  (a.anything && isActive(b)) ||
  (b.anything && isActive(a)) ||
  (a.frees && b.dereferences) ||
  (b.frees && a.dereferences) ||
  overlap(a.writes, b.writes) ||
  overlap(a.writes, b.reads) ||
  overlap(a.reads, b.writes);

const isActive = (e: Effects): boolean =>
  e.anything || e.allocates || e.leaves || e.dereferences || e.writes.size > 0 || e.reads.size > 0;

function overlap(a: ReadonlySet<Location>, b: ReadonlySet<Location>): boolean {
  for (const x of a) {
    for (const y of b)
      if (x === y || (isMemory(x) && isMemory(y) && (sizeIn(x) === 0 || sizeIn(y) === 0 || sizeIn(x) === sizeIn(y))))
        return true;
  }
  return false;
}

const isMemory = (l: Location): l is number | string => typeof l !== 'object';

const sizeIn = (l: number | string): number => (typeof l === 'number' ? l : Number(l.split(':')[1]));
