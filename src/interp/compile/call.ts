// Calls and returns: arguments into parameters, results into places, frames pushed and popped.
// A call of a library function is an ordinary operation; one that may run the program's own code ends its segment.

import type { CallInstr, Place, ReturnTerminator } from '../../ir/instr.js';
import type { CompiledFunction, End, Eval, Frame, Op, Segment, Store } from '../frame.js';
import { mayFail } from '../given/failures.js';
import type { Native } from '../library.js';
import { LONG_DIGITS } from '../long-double.js';
import type { Site } from '../memory.js';
import { isLong, isPointerRep, repOf, type Value } from '../rep.js';
import type { Int } from '../wide.js';
import { blankOf } from './blank.js';
import type { Context } from './context.js';
import { coerceTo } from './convert.js';
import { compileExpr } from './expr.js';
import { endOwnedBlock } from './instr.js';
import { isTracked, trackArguments, trackLibrary, trackResult, trackReturn } from './origins.js';
import { compileWrite } from './place.js';
import { recordModel, recordNative } from './recorder.js';

const NO_ARGUMENTS: readonly Value[] = [];

/** A direct call of a library function that never calls back is a plain operation. Null if it is not one. */
export function compileLibraryCall(c: Context, instr: CallInstr): Op | null {
  if (instr.callee.kind !== 'direct') return null;
  const target = c.machine.program.resolve(instr.callee.function);
  if (target.kind !== 'native' || target.native.callsBack) return null;
  const args = instr.args.map((a) => compileExpr(c, a));
  const site: Site = { node: instr, body: c.body };
  const store = compileResult(c, instr);
  const { run } = recordNative(c, instr, mayFail(c.machine, instr, noteLong(c, instr, target.native)));
  const track = isTracked(c) ? trackLibrary(c, instr) : null;
  return (f) => {
    const finish = track?.(f);
    const result = run(c.machine, evaluate(args, f), site, f);
    if (store) store(f, result);
    finish?.();
  };
}

export function compileCall(c: Context, instr: CallInstr, next: Segment): End {
  const args = instr.args.map((a) => compileExpr(c, a));
  const store = compileResult(c, instr);
  const site: Site = { node: instr, body: c.body };
  const native = (f: Frame, called: Native) => {
    const target = recordNative(c, instr, mayFail(c.machine, instr, noteLong(c, instr, called)));
    f.node = instr;
    const finish = trackNative?.(f);
    const result = target.run(c.machine, evaluate(args, f), site, f);
    if (store) store(f, result);
    finish?.();
    return next;
  };
  const trackNative = isTracked(c) ? trackLibrary(c, instr) : null;
  const track = isTracked(c) ? trackArguments(c, instr) : null;
  const handed = store && instr.result && isTracked(c) ? trackResult(c, instr.result, store) : store;
  if (instr.callee.kind === 'indirect') return compileIndirect(c, instr, args, handed, next, native, track);
  const target = c.machine.program.resolve(instr.callee.function);
  if (target.kind === 'native') return (f) => native(f, target.native);
  const record = recordModel(c, instr, target.symbol, handed);
  let code: CompiledFunction | null = null;
  return (f) => {
    code ??= c.machine.codeOf(target.symbol);
    f.node = instr;
    const entry = c.machine.enter(code, f, args, next, record ? record(evaluate(args, f)) : handed);
    track?.(f);
    return entry;
  };
}

function compileIndirect(
  c: Context,
  instr: CallInstr,
  args: readonly Eval[],
  store: Store | null,
  next: Segment,
  native: (f: Frame, target: Native) => Segment,
  track: ((caller: Frame) => void) | null,
): End {
  const callee = instr.callee as CallInstr['callee'] & { kind: 'indirect' };
  const pointer = compileExpr(c, callee.pointer) as Eval<Int>;
  return (f) => {
    const target = c.machine.program.targetOf(pointer(f));
    if (target.kind === 'native') return native(f, target.native);
    f.node = instr;
    const entry = c.machine.enter(c.machine.codeOf(target.symbol), f, args, next, store);
    track?.(f);
    return entry;
  };
}

/** The library computes with doubles. */
function noteLong({ memory }: Context, { args, result }: CallInstr, native: Native): Native {
  if (!(result && isLong(repOf(result.type))) && !args.some((a) => isLong(repOf(a.type)))) return native;
  const run: Native['run'] = (...given) => {
    memory.reliesOn ??= LONG_DIGITS;
    return native.run(...given);
  };
  return { ...native, run };
}

export function evaluate(args: readonly Eval[], f: Frame): readonly Value[] {
  if (args.length === 0) return NO_ARGUMENTS;
  const values: Value[] = new Array(args.length);
  for (let i = 0; i < args.length; i++) values[i] = args[i]!(f);
  return values;
}

/** Results of library functions and of functions without prototype are converted to the type of the place. */
function compileResult(c: Context, instr: CallInstr): Store | null {
  if (!instr.result) return null;
  const store = compileOwningWrite(c, instr.result);
  const rep = repOf(instr.result.type);
  if (rep === 'bytes' || isPointerRep(rep)) return store;
  const fit = coerceTo(rep);
  return (f, value) => store(f, fit(value));
}

/** A jump back to before a variable length array ends its previous instance. */
function compileOwningWrite(c: Context, place: Place): Store {
  const store = compileWrite(c, place);
  if (place.kind !== 'var' || place.variable.kind === 'global' || !place.variable.ownsBlock) return store;
  const { id } = place.variable;
  return (f, value) => {
    endOwnedBlock(c, f, id, value);
    store(f, value);
  };
}

export function compileReturn(c: Context, terminator: ReturnTerminator): End {
  const { machine } = c;
  if (!terminator.value) {
    const nothing = blankOf(c.body.symbol.type.result);
    return trackedReturn(c, null, (f) => machine.leave(f, nothing));
  }
  const value = compileExpr(c, terminator.value);
  return trackedReturn(c, terminator.value, (f) => machine.leave(f, value(f)));
}

const trackedReturn = (c: Context, value: ReturnTerminator['value'], end: End): End =>
  isTracked(c) ? trackReturn(c, value, end) : end;
