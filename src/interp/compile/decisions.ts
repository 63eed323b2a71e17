// Instrumented branches: what a condition depends on, told to a Trail before the branch is taken.
// Used by the compiler of terminators for runs that follow a route; other runs pay nothing.

import type { Block, CallInstr, Expr, LoadExpr, Place, Terminator } from '../../ir/instr.js';
import type { LocalVariable } from '../../ir/program.js';
import type { CType } from '../../types/types.js';
import type { End, Eval, Frame } from '../frame.js';
import type { Definitions } from '../given/definitions.js';
import type { GivenPlace } from '../given/given.js';
import { isCharacter } from '../given/scalars.js';
import type { ComparedText, Decision, Operand, Trail } from '../given/trail.js';
import { Stop } from '../incidents.js';
import { boundedLength, copyOut, latin } from '../libc/strings.js';
import type { Machine } from '../machine.js';
import type { Int } from '../wide.js';
import type { Context } from './context.js';
import { compileExpr } from './expr.js';
import { compileAddress, registerOf } from './place.js';

/** A text that a library function looks at. */
interface TextSource {
  readonly kind: 'text';
  readonly pointer: Eval;
}

/** Where an operand comes from: the place of the input, if it is one, and its value now. */
interface ScalarSource {
  readonly kind: 'scalar';
  readonly type: CType;
  readonly place: (f: Frame) => GivenPlace | null;
  readonly value: Eval;
}

type Source = ScalarSource | TextSource;

export function watchDecision(c: Context, trail: Trail, block: Block, t: Terminator, condition: Expr, end: End): End {
  const { machine } = c;
  let sources: Source[] | null = null; // compiled when they are first asked for
  const numbers = constantsIn(condition, t);
  return (f) => {
    if (trail.wants(f, t)) {
      sources ??= [...new Sources(c, trail.definitions.in(c.body)).of(condition)];
      trail.decided(decisionOf(machine, sources, numbers, f, trail.isOwn(f)));
    }
    const next = end(f);
    if (trail.isOwn(f)) trail.turned(machine, block, next.block);
    return next;
  };
}

function decisionOf(m: Machine, sources: readonly Source[], numbers: readonly Int[], f: Frame, own: boolean): Decision {
  const operands: Operand[] = [];
  const seen: Text[] = [];
  const others = [...numbers];
  for (const source of sources) {
    if (source.kind === 'text') {
      const text = attempt(() => textAt(m, source.pointer(f) as Int));
      if (text) seen.push(text);
      continue;
    }
    const { type, place, value } = source;
    const now = attempt(() => value(f)); // reading it may make its place
    if (now === null) continue;
    const from = attempt(() => place(f));
    if (from) operands.push({ path: from.path, type, value: now });
    else if (typeof now === 'number' && type.kind !== 'pointer') others.push(now);
  }
  if (seen.length === 1) others.push(...Buffer.from(seen[0]!.content.slice(0, MOST_CHARACTERS), 'latin1'));
  return { operands, texts: comparedIn(seen), others, own };
}

/** A text, and what it is called if it is a part of the input. */
interface Text {
  readonly content: string;
  readonly input: { readonly path: string; readonly from: number } | null;
}

/** Longer texts are not looked at. */
const MOST_CHARACTERS = 64;

function textAt(m: Machine, pointer: Int): Text {
  const content = latin(copyOut(m, pointer, boundedLength(m, pointer, MOST_CHARACTERS)));
  return { content, input: m.given!.textAt(pointer) };
}

const comparedIn = (texts: readonly Text[]): ComparedText[] =>
  texts.flatMap(({ input, content }) =>
    input ? texts.filter((t) => t.content !== content).map(({ content: other }) => ({ ...input, other })) : [],
  );

/** Looking must not fail: what cannot be read now is not looked at. */
function attempt<T>(look: () => T): T | null {
  try {
    return look();
  } catch (stop) {
    if (stop instanceof Stop) return null;
    throw stop;
  }
}

/** The loads that an expression depends on, through the definitions of local variables, each of which counts once. */
class Sources {
  private readonly seen = new Set<LocalVariable>();

  constructor(
    private readonly c: Context,
    private readonly definitions: ReturnType<Definitions['in']>,
  ) {}

  *of(e: Expr): Generator<Source> {
    switch (e.kind) {
      case 'load':
        yield* this.ofLoad(e);
        return;
      case 'unary':
      case 'cast':
        yield* this.of(e.operand);
        return;
      case 'binary':
        yield* this.of(e.left);
        yield* this.of(e.right);
    }
  }

  private *ofLoad(e: LoadExpr): Generator<Source> {
    const { c } = this;
    const given = c.machine.given!;
    const { type } = e;
    const value = compileExpr(c, e);
    if (registerOf(c, e.place) === null) {
      const address = compileAddress(c, e.place);
      yield { kind: 'scalar', type, value, place: (f) => given.placeAt(address(f)) };
      yield* this.ofPlace(e.place);
      return;
    }
    const { variable } = e.place as { variable: LocalVariable };
    if (this.seen.has(variable)) return;
    this.seen.add(variable);
    const isInput = variable.kind === 'parameter';
    yield {
      kind: 'scalar',
      type,
      value,
      place: (f) => (isInput && f.depth === 0 ? (given.places.get(variable.name) ?? null) : null),
    };
    for (const d of this.definitions.get(variable) ?? []) {
      if (d.kind === 'assign') yield* this.of(d.value);
      else {
        yield { kind: 'scalar', type, value, place: () => given.resultOf(d) };
        yield* this.ofCall(d);
      }
    }
  }

  /** An element of a table depends on its index. */
  private *ofPlace(place: Place): Generator<Source> {
    if (place.kind === 'field' || place.kind === 'index') yield* this.ofPlace(place.base);
    if (place.kind === 'index') yield* this.of(place.index);
    if (place.kind === 'deref' && place.pointer.kind === 'binary') yield* this.of(place.pointer.right);
  }

  /** What a library function returns depends on its arguments. */
  private *ofCall({ callee, args }: CallInstr): Generator<Source> {
    const { c } = this;
    if (callee.kind !== 'direct' || c.machine.program.resolve(callee.function).kind !== 'native') return;
    for (const arg of args) {
      if (isText(arg)) yield { kind: 'text', pointer: compileExpr(c, arg) };
      else if (arg.type.kind !== 'pointer') yield* this.of(arg);
    }
  }
}

/** Library functions take texts as pointers to characters, or to anything. */
function isText(e: Expr): boolean {
  const inner = e.kind === 'cast' ? e.operand : e;
  return inner.type.kind === 'pointer' && isCharacter(inner.type.target);
}

function constantsIn(e: Expr, t: Terminator): Int[] {
  const found: Int[] = t.kind === 'switch' ? t.cases.slice(0, 64).flatMap(({ low }) => small(low)) : [];
  const visit = (one: Expr): void => {
    if (one.kind === 'int') found.push(...small(one.value));
    else if (one.kind === 'unary' || one.kind === 'cast') visit(one.operand);
    else if (one.kind === 'binary') {
      visit(one.left);
      visit(one.right);
    }
  };
  visit(e);
  return found;
}

const small = (value: bigint): Int[] => [BigInt.asIntN(53, value) === value ? Number(value) : value];
