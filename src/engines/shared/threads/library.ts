// The functions that start threads and wait for them, and which threads can be followed: see follow-threads.ts.

import { rootOf, withoutCasts } from '../../../ir/edit/body-editor.js';
import type { CallInstr, Expr, Place } from '../../../ir/instr.js';
import { outlineIn, type Program } from '../../../ir/link.js';
import { type FunctionBody, type FunctionSymbol, type LocalVariable, symbolOf } from '../../../ir/program.js';
import { walkNode } from '../../../ir/walk.js';
import { isOwn } from '../../../models/origin.js';
import { isOfSetjmp } from '../jumps/library.js';
import { callsIn, reachableFrom } from '../reachable-functions.js';

/** Where the arguments stand, and what a thread returns. */
interface Kind {
  readonly attributes: number | null;
  readonly start: number;
  readonly argument: number;
  readonly result: 'pointer' | 'int';
}

const CREATES: Readonly<Record<string, Kind>> = {
  pthread_create: { attributes: 1, start: 2, argument: 3, result: 'pointer' },
  thrd_create: { attributes: null, start: 1, argument: 2, result: 'int' },
};
const JOINS: Readonly<Record<string, Kind['result']>> = { pthread_join: 'pointer', thrd_join: 'int' };

/** The call starts the function with the argument; the variable stands for the thread. */
export interface Start {
  readonly call: CallInstr;
  readonly handle: LocalVariable;
  readonly function: FunctionSymbol;
  readonly argument: Expr;
  readonly result: Kind['result'];
}

export class ThreadLibrary {
  constructor(private readonly program: Program) {}

  creates = (call: CallInstr): Kind | null => CREATES[this.nameOf(call)] ?? null;

  joins = (call: CallInstr): boolean => Object.hasOwn(JOINS, this.nameOf(call));

  /** The name of a function of the library; empty for those of the program. */
  private nameOf({ callee }: CallInstr): string {
    if (callee.kind === 'indirect' || isOwn(this.program.definitionOf(callee.function))) return '';
    return symbolOf(callee.function);
  }

  /** The thread that the call starts, or why it is not followed. */
  startOf(body: FunctionBody, call: CallInstr): Start | string {
    const { attributes, start, argument, result } = this.creates(call)!;
    const handle = handleOf(call.args[0]);
    if (!handle || !this.isOnlyHandle(body, handle, result))
      return 'the thread is not held by a variable of the function alone';
    if (attributes !== null && !isNull(call.args[attributes])) return 'a thread with attributes is not followed';
    const named = call.args[start] && withoutCasts(call.args[start]);
    const f = named?.kind === 'function-address' ? this.program.definitionOf(named.target) : null;
    if (!isOwn(f) || !takesPointer(f) || f.type.result.kind !== result)
      return 'the function of the thread is not known';
    const trouble = this.troubleIn(f);
    return trouble ?? { call, handle, function: f, argument: call.args[argument]!, result };
  }

  /** Is the variable used to start threads and to wait for them, and for nothing else? */
  private isOnlyHandle({ blocks }: FunctionBody, handle: LocalVariable, result: Kind['result']): boolean {
    let [mentions, uses] = [0, 0];
    const place = (p: Place): void => {
      if (p.kind === 'var' && p.variable === handle) mentions++;
    };
    for (const { instrs, terminator } of blocks) {
      for (const node of [...instrs, terminator]) {
        walkNode(node, { place });
        if (node.kind !== 'call') continue;
        if (this.creates(node)?.result === result && handleOf(node.args[0]) === handle) uses++;
        if (JOINS[this.nameOf(node)] === result && joinedBy(node) === handle) uses++;
      }
    }
    return mentions === uses;
  }

  /** What a thread does otherwise than a call, or to itself; null if it is like a call. */
  private troubleIn(f: FunctionSymbol): string | null {
    for (const reached of reachableFrom(this.program, f)) {
      const { called, mentioned, variables } = outlineIn(reached);
      if (variables.some((g) => g.threadLocal))
        return `\`${reached.name}\` uses a variable that every thread has for itself`;
      const names = isOwn(reached) ? [...called, ...mentioned].map(symbolOf) : [];
      const strange = names.find((name) => isOfSetjmp(name) || ABOUT_THREADS.test(name));
      if (strange) return `\`${strange}\` in a thread is not followed`;
    }
    return null;
  }
}

/** Locks are. What a thread does to itself, to others or to its own `errno` is not. */
const ABOUT_THREADS =
  /^(?:pthread_(?!mutex_|rwlock_|spin_|create$|join$)|thrd_(?!create$|join$)|mtx_|cnd_|tss_|call_once|__errno_location|v?fork|clone|sem_|__builtin_(?:set|long)jmp)/;

const isNull = (e: Expr | undefined): boolean => {
  const value = e && withoutCasts(e);
  return value?.kind === 'int' && value.value === 0n;
};

const takesPointer = ({ type }: FunctionSymbol): boolean =>
  type.params?.length === 1 && type.params[0]!.type.kind === 'pointer' && !type.variadic;

/** `&t` */
function handleOf(e: Expr | undefined): LocalVariable | null {
  const address = e && withoutCasts(e);
  return address?.kind === 'address' && address.place.kind === 'var' ? localIn(address.place) : null;
}

/** `join(t, …)` */
export function joinedBy({ args }: CallInstr): LocalVariable | null {
  const value = args[0] && withoutCasts(args[0]);
  return value?.kind === 'load' && value.place.kind === 'var' ? localIn(value.place) : null;
}

function localIn(place: Place): LocalVariable | null {
  const variable = rootOf(place);
  return variable && variable.kind !== 'global' ? variable : null;
}

export const startsIn = (library: ThreadLibrary, body: FunctionBody): CallInstr[] =>
  callsIn(body).filter((call) => library.creates(call) !== null);
