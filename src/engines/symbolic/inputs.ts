// What comes from outside: values that the program asks for, results of library calls, allocations that fail.
// Each is an unknown with a name that people understand; conditions on the input are made of these.

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

/** The next value from outside, named after the variable that takes it, or after the library function that made it. */
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

/** 1 if the next allocation fails. */
export function failureOf(here: Here, { requests }: Context): Unknown {
  const name = nameOfAllocation(libraryCall(here), numberIn(requests));
  return { id: `failure ${requests.key}`, name, low: 0n, high: 1n, origin: 'failure', position: requests };
}

/** In the text of the entry calls are told apart by their order; elsewhere by how many there have been. */
function nameOfAllocation(call: LibraryCall | null, n: bigint | null): string {
  if (n === null) return `a ${call?.name ?? 'allocation'} in the loop`;
  return call?.once ? call.said : `the ${ordinal(Number(n))} allocation${call ? `, by ${call.name},` : ''}`;
}

/** A model that chooses by itself whether the call fails, as fopen's does: its allocation need not fail as well. */
export function failsOfItself({ frame }: Here): boolean {
  for (let f: Frame | null = frame; f && isInModel(f.body.source); f = f.caller)
    if (callsIn(f.body).some((i) => nameOfCallee(i) === '__caulk_nondet')) return true;
  return false;
}

/** Models of POSIX, where a negative number means that something went wrong. */
const NEGATIVE_IS_FAILURE = /\/(files|directories|process|sockets|signals|terminal|threads)\.c$/;

/** A choice between two outcomes, or the result itself; other numbers that a model asks for say nothing of failure. */
function failureKind({ body }: LibraryCall, callee: string): Pick<Unknown, 'fails'> {
  if (callee !== '__caulk_nondet') return {};
  if (body.symbol.type.result.kind === 'pointer') return { fails: 'null' };
  return NEGATIVE_IS_FAILURE.test(body.source.locate(body.at).file) ? { fails: 'negative' } : {};
}

// ---- calls of the library --------------------------------------------------------------------------------------

interface LibraryCall {
  readonly name: string;
  /** `fopen`, or `the second fopen` if the function has several. */
  readonly said: string;
  /** It stands in the entry, outside of loops. */
  readonly once: boolean;
  readonly body: FunctionBody;
}

/** The library function that the program called, if that is why control is here. */
function libraryCall({ frame }: Here): LibraryCall | null {
  let outermost: Frame | null = null;
  for (let f: Frame | null = frame; f && isInModel(f.body.source); f = f.caller) outermost = f;
  if (!outermost) return null;
  const { name } = outermost.body.symbol;
  return { name, said: `${ordinalOf(outermost)}${name}`, once: isOnce(outermost), body: outermost.body };
}

/** Which of several calls of the function it is, in the order of the text. */
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
