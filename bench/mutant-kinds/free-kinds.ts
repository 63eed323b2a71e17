// Mutants that change a call that frees memory: it is deleted, doubled, or gets a pointer into the block.

import { successorsOf } from '../../src/ir/cfg.js';
import type { CallInstr, Expr, FieldPlace } from '../../src/ir/instr.js';
import { printPlace } from '../../src/ir/print.js';
import { type FunctionBody, symbolOf } from '../../src/ir/program.js';
import { isOwn } from '../../src/models/origin.js';
import { type Edit, linesOf, onOneLine } from '../edit.js';
import type { CallEffects } from './call-effects.js';
import { callsIn, isPure, loadIn, originOf, textOf } from './code.js';
import type { MutationKind } from './kind.js';

/** A call that frees memory is missing. Not where the program ends afterwards anyway: that is no leak. */
export const freeDeleted: MutationKind = {
  name: 'free-deleted',
  rules: ['leak'],
  editsIn: (body, { effects }) =>
    freeingCalls(body, effects)
      .filter((call) => goesOn(body, call))
      .map((call) => deletion(body, call)),
};

/** A call that frees memory is executed twice. A destructor reads the freed record before it frees it again. */
export const freeDoubled: MutationKind = {
  name: 'free-doubled',
  rules: ['double-free', 'use-after-free'],
  editsIn: (body, { effects }) =>
    freeingCalls(body, effects).flatMap((call) => {
      const { at, end } = call;
      const text = textOf(body, call);
      if (!call.args.every((arg) => isPure(textOf(body, arg)))) return [];
      return [{ at, end, put: `(${text}, ${onOneLine(text)})` }];
    }),
};

/** A function frees members of a record and the record, but one of the members is forgotten. */
export const memberForgotten: MutationKind = {
  name: 'member-forgotten',
  rules: ['leak'],
  editsIn: (body, { effects }) => {
    const frees = freeingCalls(body, effects).map((call) => ({ call, freed: effects.freedBy(call)[0]! }));
    const records = new Set(frees.map(({ freed }) => originOf(freed)));
    const members = frees.map(({ call, freed }) => ({ call, record: recordOf(freed) }));
    return members
      .filter(({ record }) => record !== null && records.has(record))
      .filter(({ record }, _, all) => all.filter((other) => other.record === record).length > 1)
      .map(({ call }) => deletion(body, call));
  },
};

/** `free(p + 1)` of memory that a function of the program returns. */
export const interiorFree: MutationKind = {
  name: 'interior-free',
  rules: ['invalid-free'],
  editsIn: (body, { effects }) =>
    freeingCalls(body, effects).flatMap((call) => {
      const [pointer] = call.args;
      const isFree = effects.targetsOf(call).some((f) => symbolOf(f) === 'free');
      if (!isFree || !comesFromProgram(body, effects, originOf(pointer!))) return [];
      const { at, end } = pointer!;
      return [{ at, end, put: `((char *)(${textOf(body, pointer!)}) + 1)` }];
    }),
};

const freeingCalls = (body: FunctionBody, effects: CallEffects): CallInstr[] =>
  callsIn(body).filter((call) => !call.result && effects.freedBy(call).length > 0);

/** Does a path from the call return to a caller, or come to the call again? */
function goesOn({ symbol, blocks }: FunctionBody, call: CallInstr): boolean {
  const start = blocks.find(({ instrs }) => instrs.includes(call))!;
  const reached = new Set(successorsOf(start.terminator));
  for (const block of reached) for (const next of successorsOf(block.terminator)) reached.add(next);
  const returns = [start, ...reached].some(({ terminator }) => terminator.kind === 'return');
  return reached.has(start) || (returns && symbol.name !== 'main');
}

function deletion(body: FunctionBody, { at, end }: CallInstr): Edit {
  return { at, end, put: `((void)0)${linesOf(textOf(body, { at, end }))}` };
}

/** `p` if the value is read from `p->member`, or a member of that. */
function recordOf(e: Expr): string | null {
  const place = loadIn(e)?.place;
  return place?.kind === 'field' ? holderOf(place) : null;
}

function holderOf({ base }: FieldPlace): string | null {
  if (base.kind === 'field') return holderOf(base);
  return base.kind === 'deref' ? originOf(base.pointer) : null;
}

function comesFromProgram(body: FunctionBody, effects: CallEffects, origin: string | null): boolean {
  return callsIn(body).some(
    (call) => call.result && printPlace(call.result) === origin && effects.targetsOf(call).some(isOwn),
  );
}
