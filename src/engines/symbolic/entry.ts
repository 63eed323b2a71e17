// The initial contexts of an analysis: `main` with any command line, or a function with any arguments.
// First step of engine.ts.

import type { LocalVariable } from '../../ir/program.js';
import { TRUE } from '../../logic/linear/constraint.js';
import { plus, scale, symbol, type Term, ZERO } from '../../logic/linear/term.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import { because } from '../reason.js';
import { type Frame, type Here, keyOfVariable, type Run, siteOf } from './analysis.js';
import { putIn } from './calls.js';
import { isRegister } from './evaluate.js';
import { hereAt } from './fixpoint.js';
import { invent, put } from './memory.js';
import type { Context } from './paper/context.js';
import { extend } from './paper/heap.js';
import { type Base, NULL, number, pointer, type Value, WILD } from './paper/value.js';
import { declare, setSlot } from './transfer.js';

export const EMPTY: Context = {
  variables: new Map(),
  counter: ZERO,
  heap: null,
  known: [],
  path: TRUE,
  objects: 0,
  inputs: ZERO,
  requests: ZERO,
  failures: 0,
  guessed: false,
};

export function entryContexts(run: Run, frame: Frame): Context[] {
  const here = hereAt(run, frame, frame.body);
  const bind = frame.body.symbol.name === 'main' ? bindOfMain : bindParameter;
  return frame.body.params.reduce<Context[]>((contexts, p) => contexts.flatMap((c) => bind(here, c, p)), [EMPTY]);
}

/** Any value of the type; a pointer is null, or points to memory of the caller. */
function bindParameter(here: Here, context: Context, p: LocalVariable): Context[] {
  if (isCopiedAsBytes(p.type)) return [declare(here, context, here.frame, p)];
  if (p.type.kind === 'pointer') {
    const text = `${p.name} is null or points to a structure of its type without aliases`;
    here.run.ledger.assume(because('parameter-shape', text));
  }
  return invent(here, context, p.type, p.name).map((o) => begin(here, o.context, p, o.value));
}

function begin(here: Here, context: Context, p: LocalVariable, value: Value): Context {
  const key = keyOfVariable(here.frame, p);
  if (isRegister(p)) return setSlot(context, key, { kind: 'value', value });
  return putIn(declare(here, context, here.frame, p), key, p.type.size, value);
}

// ---- main ------------------------------------------------------------------------------------------------------

const ARGC: Term = symbol({ id: 'argc', name: 'argc', low: 0n, high: 2n ** 31n - 1n, origin: 'input' });

/** argc and argv; a third parameter, the environment, is a wild pointer. */
function bindOfMain(here: Here, context: Context, p: LocalVariable): Context[] {
  if (p.type.kind !== 'pointer') return [begin(here, context, p, number(ARGC))];
  if (p !== here.frame.body.params[1]) return [begin(here, context, p, WILD)];
  const base: Base = { kind: 'object', id: context.objects + 1 };
  return [begin(here, makeArguments(here, context, base), p, pointer(base))];
}

/** argv[0] … argv[argc-1] are strings, argv[argc] is null. */
function makeArguments(here: Here, context: Context, base: Extract<Base, { kind: 'object' }>): Context {
  const bytes = (cells: Term): Term => scale(cells, BigInt(here.run.pointerSize));
  const heap = extend(context.heap, {
    kind: 'new',
    base,
    size: bytes(plus(ARGC, 1)),
    contents: 'texts',
    site: siteOf(here),
  });
  return put({ ...context, objects: base.id, heap }, { base, offset: bytes(ARGC) }, here.run.pointerSize, NULL);
}
