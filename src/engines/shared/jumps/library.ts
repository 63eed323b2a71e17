// The functions of setjmp.h, and what of a program speaks against following its jumps.
// Read before follow-jumps.ts rewrites a program.

import type { Span } from '../../../base/source.js';
import type { CallInstr, Expr } from '../../../ir/instr.js';
import { mentionsIn, outlineIn, type Program } from '../../../ir/link.js';
import { type FunctionBody, type FunctionSymbol, symbolOf } from '../../../ir/program.js';
import { isModel } from '../../../models/origin.js';
import type { RecordType } from '../../../types/types.js';
import { callsIn } from '../reachable-functions.js';

const FILLS: ReadonlySet<string> = new Set(['setjmp', '_setjmp', 'sigsetjmp', '__sigsetjmp']);
const JUMPS: ReadonlySet<string> = new Set(['longjmp', '_longjmp', 'siglongjmp', '__longjmp_chk']);
const TAKES_STACK = /^(?:__builtin_)?alloca/;

/** Is it a name of setjmp.h? */
export const isOfSetjmp = (name: string): boolean => FILLS.has(name) || JUMPS.has(name);

export class JumpLibrary {
  constructor(private readonly program: Program) {}

  /** `setjmp(buffer)` */
  isSetjmp = (call: CallInstr): boolean => this.calls(call, FILLS);

  /** `longjmp(buffer, value)` */
  isLongjmp = (call: CallInstr): boolean => this.calls(call, JUMPS);

  private calls({ callee }: CallInstr, names: ReadonlySet<string>): boolean {
    return callee.kind === 'direct' && this.isOf(callee.function, names);
  }

  isOf = (f: FunctionSymbol, names: ReadonlySet<string>): boolean =>
    names.has(symbolOf(f)) && this.program.definitionOf(f) === null;

  /** Does any of the functions call one of the library's? */
  isUsedBy = (f: FunctionSymbol): boolean => callsIn(f.body!).some((c) => this.isSetjmp(c) || this.isLongjmp(c));
}

export interface Obstacle {
  readonly function: FunctionSymbol;
  readonly at: Span;
  readonly text: string;
}

/** Why jumps of the functions cannot be followed; null if nothing speaks against it. */
export function obstacleIn(
  library: JumpLibrary,
  program: Program,
  functions: ReadonlySet<FunctionSymbol>,
): Obstacle | null {
  const named = nameless(library, program, functions);
  if (named) return named;
  for (const f of functions) {
    const filling = callsIn(f.body!).find(library.isSetjmp);
    const jump = callsIn(f.body!).find(library.isLongjmp);
    const text = (filling && strangeness(f.body!, filling)) ?? (jump && typeTrouble(jump));
    if (text) return { function: f, at: filling ?? jump!, text };
  }
  return null;
}

/** A pointer to such a function may be called anywhere. */
function nameless(library: JumpLibrary, program: Program, functions: ReadonlySet<FunctionSymbol>): Obstacle | null {
  const isOurs = (f: FunctionSymbol): boolean => library.isOf(f, FILLS) || library.isOf(f, JUMPS);
  for (const f of functions) {
    if (outlineIn(f).mentioned.some(isOurs)) return pointerTo(f);
  }
  const variables = program.units.flatMap((unit) => unit.globals);
  const [entry] = functions;
  return entry && variables.some((g) => mentionsIn(g).mentioned.some(isOurs)) ? pointerTo(entry) : null;
}

const pointerTo = (f: FunctionSymbol): Obstacle => ({
  function: f,
  at: f.body!,
  text: 'a pointer to setjmp or longjmp is not followed',
});

function strangeness(body: FunctionBody, call: CallInstr): string | null {
  const takesStack = callsIn(body).some(
    ({ callee }) => callee.kind === 'direct' && TAKES_STACK.test(symbolOf(callee.function)),
  );
  if (isModel(body.symbol)) return 'setjmp in a model is not followed';
  if (takesStack || body.variables.some((v) => v.ownsBlock))
    return 'setjmp in a function with memory on the stack whose size varies is not followed';
  return typeTrouble(call);
}

const typeTrouble = ({ args }: CallInstr): string | null =>
  args[0] && bufferType(args[0]) ? null : 'the type of a jump buffer is not known';

/** The record that `jmp_buf` is an array of. */
export function bufferType(buffer: Expr): RecordType | null {
  const { type } = buffer;
  const target = type.kind === 'pointer' ? type.target.unqualified : null;
  return target?.kind === 'record' && target.size >= 3 * type.size ? target : null;
}
