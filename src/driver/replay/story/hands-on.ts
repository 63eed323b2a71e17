// Does a function return what a call in it has given, as it is? Then it is a wrapper, such as `xmalloc`: readers look at its caller.
// For the steps of a story that tell of an allocation; a syntactic question, since stories prove nothing.

import type { CallInstr, Expr, Instr, Variable } from '../../../ir/instr.js';
import type { FunctionBody } from '../../../ir/program.js';

/** One that fills in a record is a constructor, and worth a step. */
export function handsOn({ blocks }: FunctionBody, call: CallInstr): boolean {
  if (call.result?.kind !== 'var') return false;
  const holders = new Set<Variable>([call.result.variable]);
  const instrs = blocks.flatMap((block) => block.instrs);
  for (let size = 0; size < holders.size; ) {
    size = holders.size;
    for (const instr of instrs) {
      const target = copyOf(instr, holders);
      if (target) holders.add(target);
    }
  }
  if (instrs.some((instr) => fillsIn(instr, holders))) return false;
  return blocks.some(({ terminator: t }) => t.kind === 'return' && isHeld(t.value, holders));
}

/** The variable that a copy is made into. */
function copyOf(instr: Instr, holders: ReadonlySet<Variable>): Variable | null {
  if (instr.kind === 'assign')
    return instr.place.kind === 'var' && isHeld(instr.value, holders) ? instr.place.variable : null;
  if (instr.kind !== 'call' || instr.result?.kind !== 'var' || instr.callee.kind !== 'direct') return null;
  const isSame = RETURNS_FIRST.test(instr.callee.function.name) && isHeld(instr.args[0] ?? null, holders);
  return isSame ? instr.result.variable : null;
}

/** Does it write to what a holder points to? */
function fillsIn(instr: Instr, holders: ReadonlySet<Variable>): boolean {
  if (instr.kind !== 'assign' && instr.kind !== 'clear') return false;
  let { place } = instr;
  while (place.kind === 'field' || place.kind === 'index') place = place.base;
  return place.kind === 'deref' && isHeld(place.pointer, holders);
}

const RETURNS_FIRST = /^(mem(cpy|move|set)|strn?(cpy|cat))$/;

function isHeld(e: Expr | null, holders: ReadonlySet<Variable>): boolean {
  if (e?.kind === 'cast') return isHeld(e.operand, holders);
  return e?.kind === 'load' && e.place.kind === 'var' && holders.has(e.place.variable);
}
