// Builds one function: blocks, temporaries and scopes while it is lowered, a simplified control flow graph at the end.
// The productions of lowering are functions in the files beside this one, with the builder as first argument.

import type { FunctionSymbol as AstFunction, LabelSymbol, ObjectSymbol } from '../../frontend/ast.js';
import type { Types } from '../../types/basic-types.js';
import { holdsPointer } from '../../types/questions.js';
import type { ArrayType, CType } from '../../types/types.js';
import { successorsOf } from '../cfg.js';
import type { Expr, Instr, Place, SwitchCase, Terminator, Variable } from '../instr.js';
import type { FunctionSymbol, LocalVariable, Unordered } from '../program.js';
import type { UnitLowering } from './unit.js';

/** A block under construction; `pinned` blocks are kept even without predecessors (their label's address is taken). */
export interface OpenBlock {
  id: number;
  instrs: Instr[];
  terminator: Terminator;
  pinned: boolean;
  /** While the graph is simplified: the number of jumps to here; -1 if not reached yet, -2 once merged into another. */
  entries: number;
}

/** A lexical scope: variables in order of declaration, each with its `cleanup` function, if any. */
export interface Scope {
  readonly parent: Scope | null;
  readonly entries: ScopeEntry[];
}

interface ScopeEntry {
  readonly variable: LocalVariable;
  readonly cleanup: AstFunction | null;
}

/** The targets of `break` and `continue`, and the scope they are in. */
export interface JumpTarget {
  readonly block: OpenBlock;
  readonly scope: Scope | null;
}

export interface LabelTarget {
  readonly block: OpenBlock;
  /** Set when the label is reached: its scope, and how much of it was declared there. */
  scope: Scope | null;
  declared: number;
}

interface PendingGoto {
  readonly block: OpenBlock;
  readonly scope: Scope | null;
  readonly label: LabelSymbol;
  readonly at: number;
  readonly end: number;
}

const UNREACHED = -1;
const MERGED = -2;
const OPEN: Terminator = { kind: 'unreachable', at: -1, end: -1 };

export class FunctionBuilder {
  readonly variables: LocalVariable[] = [];
  readonly blocks: OpenBlock[] = [];
  current: OpenBlock;
  scope: Scope | null = null;
  breaks: JumpTarget[] = [];
  continues: JumpTarget[] = [];
  switches: SwitchContext[] = [];
  /** Temporaries that hold pointers or can be pointed to; they die at the end of the current full expression. */
  temporaries: LocalVariable[] = [];
  /** See FunctionBody. */
  readonly unordered: Unordered[] = [];
  readonly labels = new Map<LabelSymbol, LabelTarget>();
  /** Blocks that end in a computed goto, whose targets are known once all labels are. */
  readonly computed: OpenBlock[] = [];
  returnsValue = false;
  /** Lengths of variable length arrays, by the identity of their length expression. */
  readonly lengths = new Map<object, LocalVariable>();
  readonly types: Types;
  private readonly locals = new Map<ObjectSymbol, LocalVariable>();
  private readonly gotos: PendingGoto[] = [];

  constructor(
    readonly unit: UnitLowering,
    readonly name: string,
  ) {
    this.types = unit.types;
    this.current = this.newBlock();
  }

  // ---- blocks --------------------------------------------------------------------------------------------------

  newBlock(): OpenBlock {
    const block: OpenBlock = {
      id: this.blocks.length,
      instrs: [],
      terminator: OPEN,
      pinned: false,
      entries: UNREACHED,
    };
    this.blocks.push(block);
    return block;
  }

  emit(instr: Instr): void {
    this.current.instrs.push(instr);
  }

  /** Ends the current block; code up to the start of the next block is unreachable. */
  terminate(terminator: Terminator): void {
    this.current.terminator = terminator;
    this.current = this.newBlock();
  }

  /** Continues in `block`; the current block falls through to it. */
  start(block: OpenBlock, at: number): void {
    this.current.terminator = { kind: 'goto', target: block, at, end: at };
    this.current = block;
  }

  /** Continues in `block` without fall-through (the current block is the unreachable rest after a terminator). */
  resume(block: OpenBlock): void {
    if (this.current.instrs.length === 0 && this.current === this.blocks.at(-1) && this.current !== block)
      this.blocks.pop();
    this.current = block;
  }

  goto(block: OpenBlock, at: number): void {
    this.terminate({ kind: 'goto', target: block, at, end: at });
  }

  // ---- variables -----------------------------------------------------------------------------------------------

  addVariable(
    kind: LocalVariable['kind'],
    name: string,
    type: CType,
    at: number,
    options: { addressTaken?: boolean; ownsBlock?: boolean } = {},
  ): LocalVariable {
    const { addressTaken = false, ownsBlock = false } = options;
    const variable: LocalVariable = { kind, name, type, id: this.variables.length, addressTaken, ownsBlock, at };
    this.variables.push(variable);
    return variable;
  }

  temporary(type: CType, at: number): LocalVariable {
    const variable = this.addVariable('temporary', `t${this.variables.length}`, type.unqualified, at);
    if (holdsPointer(type)) this.temporaries.push(variable);
    return variable;
  }

  bindLocal(symbol: ObjectSymbol, variable: LocalVariable): void {
    this.locals.set(symbol, variable);
  }

  variableOf(symbol: ObjectSymbol): Variable {
    return this.locals.get(symbol) ?? this.unit.globalOf(symbol, this.name);
  }

  functionOf(symbol: AstFunction): FunctionSymbol {
    return this.unit.functionOf(symbol);
  }

  /** The hidden pointer to a variable length array, or null for other variables. */
  lengthOf(type: ArrayType): LocalVariable | null {
    return type.variable ? (this.lengths.get(type.variable) ?? null) : null;
  }

  // ---- scopes --------------------------------------------------------------------------------------------------

  openScope(): void {
    this.scope = { parent: this.scope, entries: [] };
  }

  /** Leaves the innermost scope: cleanup functions run, its variables die. */
  closeScope(at: number): void {
    const scope = this.scope!;
    this.endScopes(scope, scope.parent, at);
    this.scope = scope.parent;
  }

  declare(variable: LocalVariable, cleanup: AstFunction | null): void {
    if (cleanup) variable.addressTaken = true; // its cleanup function gets its address
    this.scope?.entries.push({ variable, cleanup });
  }

  /** Emits the scope ends of all scopes from `from` up to, not including, `until`. */
  endScopes(from: Scope | null, until: Scope | null, at: number): void {
    for (let scope = from; scope && scope !== until; scope = scope.parent) this.endEntries(scope.entries, at);
  }

  private endEntries(entries: readonly ScopeEntry[], at: number): void {
    if (entries.length === 0) return;
    for (const { variable, cleanup } of [...entries].reverse()) if (cleanup) this.cleanUp(variable, cleanup, at);
    this.emit({ kind: 'scope-end', variables: entries.map((e) => e.variable), at, end: at });
  }

  private cleanUp(variable: LocalVariable, cleanup: AstFunction, at: number): void {
    const target = this.functionOf(cleanup);
    const place: Place = { kind: 'var', variable, type: variable.type, at, end: at };
    const address: Expr = { kind: 'address', place, type: this.types.pointer(variable.type), at, end: at };
    const param = target.type.params?.[0]?.type.unqualified ?? address.type;
    const arg: Expr = param === address.type ? address : { kind: 'cast', operand: address, type: param, at, end: at };
    const callee = { kind: 'direct', function: target, type: target.type } as const;
    this.emit({ kind: 'call', result: null, callee, args: [arg], at, end: at });
  }

  /** Has any enclosing scope a cleanup function? */
  hasCleanups(): boolean {
    for (let scope = this.scope; scope; scope = scope.parent) if (scope.entries.some((e) => e.cleanup)) return true;
    return false;
  }

  /** Runs `lower` as a full expression: its temporaries die at the end. */
  fullExpression<R>(at: number, lower: () => R): R {
    const outer = this.temporaries;
    this.temporaries = [];
    const result = lower();
    this.endTemporaries(this.temporaries, at);
    this.temporaries = outer;
    return result;
  }

  endTemporaries(variables: readonly LocalVariable[], at: number): void {
    if (variables.length > 0) this.emit({ kind: 'scope-end', variables, at, end: at });
  }

  // ---- labels --------------------------------------------------------------------------------------------------

  labelOf(label: LabelSymbol): LabelTarget {
    let target = this.labels.get(label);
    if (!target) {
      target = { block: this.newBlock(), scope: null, declared: 0 };
      target.block.pinned = label.addressTaken;
      this.labels.set(label, target);
    }
    return target;
  }

  /** `goto label`, through a block that will end the scopes it leaves. */
  gotoLabel(label: LabelSymbol, at: number, end: number): void {
    const block = this.newBlock();
    this.goto(block, at);
    this.gotos.push({ block, scope: snapshot(this.scope), label, at, end });
  }

  /** Fills in the blocks that gotos go through, once all labels are known. */
  resolveGotos(): void {
    for (const { block, scope, label, at, end } of this.gotos) {
      const target = this.labelOf(label);
      this.current = block;
      const common = commonScope(scope, target.scope);
      for (let s = scope; s && origin(s) !== common; s = s.parent) this.endEntries(s.entries, at);
      // Jumping back over declarations in a shared scope ends variable length arrays and variables with a cleanup
      // function. Other variables live as long as their block (C17 6.2.4).
      const shared = common ? find(scope, common) : null;
      if (shared && common === origin(target.scope!)) {
        const begun = shared.entries.slice(target.declared).filter((e) => e.cleanup || e.variable.ownsBlock);
        this.endEntries(begun, at);
      }
      this.current.terminator = { kind: 'goto', target: target.block, at, end };
    }
  }

  /** A computed goto may reach any label whose address is taken. */
  resolveComputed(): void {
    const targets = [...this.labels].filter(([label]) => label.addressTaken).map(([, target]) => target.block);
    for (const block of this.computed) {
      const t = block.terminator;
      if (t.kind === 'computed-goto') block.terminator = { ...t, targets };
    }
  }

  // ---- finishing -----------------------------------------------------------------------------------------------

  /** The reachable blocks in reverse postorder, chains merged, numbered. */
  finish(): OpenBlock[] {
    const entry = this.blocks[0]!;
    for (const block of this.blocks) forwardTargets(block);
    const reachable = reversePostorder(entry, this.blocks);
    const merged = mergeChains(reachable);
    for (let i = 0; i < merged.length; i++) merged[i]!.id = i;
    return merged;
  }
}

export interface SwitchContext {
  readonly cases: { low: bigint; high: bigint; label: SwitchCase['label']; target: OpenBlock }[];
  default: OpenBlock | null;
}

// ---- scopes of gotos -------------------------------------------------------------------------------------------

const originals = new WeakMap<Scope, Scope>();
const origin = (scope: Scope): Scope => originals.get(scope) ?? scope;

/** The scopes at this point: later declarations do not concern an earlier goto. */
function snapshot(scope: Scope | null): Scope | null {
  if (!scope) return null;
  const copy: Scope = { parent: snapshot(scope.parent), entries: [...scope.entries] };
  originals.set(copy, origin(scope));
  return copy;
}

function commonScope(from: Scope | null, to: Scope | null): Scope | null {
  const above = new Set<Scope>();
  for (let s = to; s; s = s.parent) above.add(origin(s));
  for (let s = from; s; s = s.parent) if (above.has(origin(s))) return origin(s);
  return null;
}

function find(scope: Scope | null, wanted: Scope): Scope | null {
  for (let s = scope; s; s = s.parent) if (origin(s) === wanted) return s;
  return null;
}

// ---- simplifying the graph -------------------------------------------------------------------------------------

/** Skips empty blocks that only jump. Cycles of such blocks are left as they are. */
function forwarded(block: OpenBlock): OpenBlock {
  let b = block;
  for (let hops = 0; hops < 100; hops++) {
    const t = b.terminator;
    if (b.pinned || b.instrs.length > 0 || t.kind !== 'goto' || t.target === b) return b;
    b = t.target as OpenBlock;
  }
  return block;
}

const via = (block: unknown): OpenBlock => forwarded(block as OpenBlock);

function forwardTargets(block: OpenBlock): void {
  const t = block.terminator;
  switch (t.kind) {
    case 'goto':
      if (via(t.target) !== t.target) block.terminator = { ...t, target: via(t.target) };
      break;
    case 'branch': {
      const [then, other] = [via(t.then), via(t.else)];
      if (then !== t.then || other !== t.else) block.terminator = { ...t, then, else: other };
      break;
    }
    case 'switch':
      block.terminator = {
        ...t,
        cases: t.cases.map((c) => ({ ...c, target: via(c.target) })),
        default: via(t.default),
      };
      break;
  }
}

/** Counts the jumps into each block along the way. */
function reversePostorder(entry: OpenBlock, blocks: readonly OpenBlock[]): OpenBlock[] {
  const order: OpenBlock[] = [];
  for (const block of blocks) if (block.pinned && block.entries === UNREACHED) visit(block, order);
  if (entry.entries === UNREACHED) visit(entry, order);
  return order.reverse();
}

/** Depth first without recursion: two stacks, of blocks and of their unvisited successors. */
function visit(root: OpenBlock, order: OpenBlock[]): void {
  const path: OpenBlock[] = [root];
  const rest: OpenBlock[][] = [(successorsOf(root.terminator) as OpenBlock[]).slice()];
  root.entries = 0;
  while (path.length > 0) {
    const successor = rest[rest.length - 1]!.pop();
    if (!successor) {
      order.push(path.pop()!);
      rest.pop();
    } else if (successor.entries === UNREACHED) {
      successor.entries = 1;
      path.push(successor);
      rest.push((successorsOf(successor.terminator) as OpenBlock[]).slice());
    } else {
      successor.entries++;
    }
  }
}

/** Merges a block with a single predecessor into that predecessor. */
function mergeChains(blocks: readonly OpenBlock[]): OpenBlock[] {
  for (const block of blocks) {
    if (block.entries === MERGED) continue;
    for (;;) {
      const t = block.terminator;
      if (t.kind !== 'goto') break;
      const next = t.target as OpenBlock;
      if (next === block || next.pinned || next === blocks[0] || next.entries !== 1) break;
      for (const instr of next.instrs) block.instrs.push(instr);
      block.terminator = next.terminator;
      next.entries = MERGED;
    }
  }
  return blocks.filter((b) => b.entries !== MERGED);
}
