// Inputs: values that the program reads, results of library calls, failing allocations.
// Each is an unknown with a readable name; conditions on the input consist of these.

import type { CallInstr } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { numberIn, plus, symbol, type Unknown } from '../../logic/linear/term.js';
import { isInModel } from '../../models/origin.js';
import { callsIn } from '../shared/reachable-functions.js';
import { type Frame, type Here, rangeOf } from './analysis.js';
import type { Context } from './paper/context.js';
import { number, pointer } from './paper/value.js';
import { planOf } from './plan.js';
import { store } from './transfer.js';

/** The next input, named after the variable that receives it, or after the library function that returned it. */
export function readInput(here: Here, context: Context, instr: CallInstr, callee: string): Context[] {
  const call = libraryCall(here);
  const library = call && !call.name.startsWith('__VERIFIER') ? call : null;
  const next = library ? context : { ...context, inputs: plus(context.inputs, 1) };
  if (!instr.result) return [next];
  const { type } = instr.result;
  const range = rangeOf(type);
  if (!range) return store(here, next, instr.result, { kind: 'unknown' });
  if (callee.endsWith('pointer')) return store(here, next, instr.result, pointer({ kind: 'wild' }));
  const { low, high } = range;
  const id = `input ${context.inputs.key} ${type.kind} ${range.bits}${range.signed}`;
  const input: Unknown = library
    ? { ...here.run.fresh.next(`${library.said}()`, 'input', low, high), ...failureKind(library, callee) }
    : { id, name: nameFor(instr, context), low, high, origin: 'input', position: context.inputs };
  return store(here, next, instr.result, number(symbol(input)));
}

function nameFor({ result }: CallInstr, { inputs }: Context): string {
  if (result?.kind === 'var' && !/^t\d+$/.test(result.variable.name)) return result.variable.name;
  const n = numberIn(inputs);
  return n === null ? 'an input in the loop' : `input ${n + 1n}`;
}

// ---- failures --------------------------------------------------------------------------------------------------

/** An unknown that is 1 if the next allocation fails. */
export function failureOf(here: Here, { requests }: Context): Unknown {
  const name = nameOfAllocation(libraryCall(here), numberIn(requests));
  return { id: `failure ${requests.key}`, name, low: 0n, high: 1n, origin: 'failure', position: requests };
}

/** Calls in the entry are numbered in the order of the source; others by their order of execution. */
function nameOfAllocation(call: LibraryCall | null, n: bigint | null): string {
  if (n === null) return `a ${call?.name ?? 'allocation'} in the loop`;
  return call?.once ? call.said : `the ${ordinal(Number(n))} allocation${call ? `, by ${call.name},` : ''}`;
}

/** Does the model itself choose whether the call fails, as that of fopen? Then its allocation does not fail as well. */
export function failsOfItself({ frame }: Here): boolean {
  for (let f: Frame | null = frame; f && isInModel(f.body.source); f = f.caller)
    if (callsIn(f.body).some((i) => nameOfCallee(i) === '__caulk_nondet')) return true;
  return false;
}

/** Models of POSIX functions, for which a negative result means failure. */
const NEGATIVE_IS_FAILURE = /\/(files|directories|process|sockets|signals|terminal|threads)\.c$/;

/** A choice between two outcomes, or the result itself. Other numbers in a model do not indicate failure. */
function failureKind({ body }: LibraryCall, callee: string): Pick<Unknown, 'fails'> {
  if (callee !== '__caulk_nondet') return {};
  if (body.symbol.type.result.kind === 'pointer') return { fails: 'null' };
  return NEGATIVE_IS_FAILURE.test(body.source.locate(body.at).file) ? { fails: 'negative' } : {};
}

// ---- library calls ---------------------------------------------------------------------------------------------

interface LibraryCall {
  readonly name: string;
  /** `fopen`, or `the second fopen` if there are several calls of it. */
  readonly said: string;
  /** The call is in the entry, outside of loops. */
  readonly once: boolean;
  readonly body: FunctionBody;
}

/** The library function through which control came here; null if there is none. */
function libraryCall({ frame }: Here): LibraryCall | null {
  let outermost: Frame | null = null;
  for (let f: Frame | null = frame; f && isInModel(f.body.source); f = f.caller) outermost = f;
  if (!outermost) return null;
  const { name } = outermost.body.symbol;
  return { name, said: `${ordinalOf(outermost)}${name}`, once: isOnce(outermost), body: outermost.body };
}

/** The position among the calls of the function, in the order of the source. */
function ordinalOf({ call, caller }: Frame): string {
  if (!call || !caller) return '';
  const places = callsIn(caller.body)
    .filter((i) => nameOfCallee(i) === nameOfCallee(call))
    .map((i) => i.at)
    .sort((a, b) => a - b);
  return places.length < 2 ? '' : `the ${ordinal(places.indexOf(call.at) + 1)} `;
}

function isOnce({ call, caller }: Frame): boolean {
  if (!call || !caller || caller.depth > 0) return false;
  const block = caller.body.blocks.find((b) => b.instrs.includes(call));
  return ![...planOf(caller.body).loops.values()].some((loop) => block && loop.blocks.has(block.id));
}

const nameOfCallee = ({ callee }: CallInstr): string | null => (callee.kind === 'direct' ? callee.function.name : null);

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ordinal = (n: number): string => ORDINALS[n] ?? `${n}th`;
