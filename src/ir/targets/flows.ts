// Flows of function addresses in a function or an initialiser, without regard to order: from which holder to which.
// Packed with the unit, so that linking solves them (solve.ts) without reading bodies.

import type { CType } from '../../types/types.js';
import type { Callee, CallInstr, CastExpr, Expr, Instr, Place, Terminator } from '../instr.js';
import type { FunctionBody, GlobalVariable } from '../program.js';
import { signatureOf } from '../signature.js';
import { type Walker, walkExpr, walkNode } from '../walk.js';
import {
  ANYWHERE,
  addressIn,
  calledType,
  type Holder,
  holderAt,
  holderIn,
  holderOf,
  holdersOf,
  membersOf,
  pointedHolder,
  pointedType,
  type Scope,
  textOf,
} from './holders.js';

/** What `from` holds, `to` may hold. */
export interface AddressFlow {
  readonly from: Holder;
  readonly to: Holder;
}

export function flowsOf(body: FunctionBody): readonly AddressFlow[] {
  const finder = new FlowFinder(body);
  for (const { instrs, terminator } of body.blocks) {
    for (const instr of instrs) finder.visit(instr);
    finder.visit(terminator);
  }
  return finder.found();
}

/** The flows of what a variable holds at the beginning. */
export function initialFlows(variable: GlobalVariable): readonly AddressFlow[] {
  const finder = new FlowFinder(null);
  for (const { offset, value } of variable.initializer ?? [])
    if (value.kind !== 'string') finder.initialize(holderAt(variable, offset), value);
  return finder.found();
}

class FlowFinder {
  private readonly flows = new Map<string, AddressFlow>();
  private readonly dereferenced = new Set<Expr>();
  /** Casts, and addresses of holders unless they are dereferenced at once. */
  private readonly parts: Walker = {
    place: (p) => {
      const address = p.kind === 'deref' ? addressIn(p.pointer) : null;
      if (address) this.dereferenced.add(address);
    },
    expr: (e) => {
      if (e.kind === 'cast') this.cast(e);
      if (e.kind === 'address' && !this.dereferenced.has(e)) this.address(e.place);
    },
  };

  constructor(private readonly scope: Scope) {}

  found(): readonly AddressFlow[] {
    return [...this.flows.values()];
  }

  private add(from: Holder, to: Holder): void {
    const [a, b] = [textOf(from), textOf(to)];
    if (a !== b) this.flows.set(`${a}\n${b}`, { from, to });
  }

  private addBoth(a: Holder, b: Holder): void {
    this.add(a, b);
    this.add(b, a);
  }

  private store(value: Expr, to: Holder): void {
    if (calledType(value.type)) for (const from of holdersOf(this.scope, value)) this.add(from, to);
  }

  /** What is not followed may be stored at the place. */
  private open(place: Place): void {
    if (calledType(place.type)) this.add(ANYWHERE, holderOf(this.scope, place));
  }

  // ---- instructions ------------------------------------------------------------------------------------------------

  initialize(to: Holder, value: Expr): void {
    this.store(value, to);
    walkExpr(value, this.parts);
  }

  visit(node: Instr | Terminator): void {
    switch (node.kind) {
      case 'assign':
        if (calledType(node.value.type)) this.store(node.value, holderOf(this.scope, node.place));
        break;
      case 'call':
        this.call(node);
        break;
      case 'asm':
        for (const input of node.inputs) this.store(input, ANYWHERE);
        for (const output of node.outputs) this.open(output);
        break;
      case 'return':
        if (node.value) this.store(node.value, holderIn('result', this.scope!.symbol));
        break;
    }
    walkNode(node, this.parts);
  }

  /** Arguments flow to parameters, and the result back; linking decides which function a name means. */
  private call({ callee, args, result }: CallInstr): void {
    args.forEach((arg, i) => {
      if (calledType(arg.type)) this.store(arg, parameterOf(callee, i));
    });
    if (!result) return;
    if (!calledType(callee.type.result)) {
      this.open(result);
      return;
    }
    const answer =
      callee.kind === 'direct'
        ? holderIn('result', callee.function)
        : holderIn('answer', null, signatureOf(callee.type));
    this.add(answer, calledType(result.type) ? holderOf(this.scope, result) : ANYWHERE);
  }

  // ---- expressions -------------------------------------------------------------------------------------------------

  /** Through a pointer to a holder everything may be stored that any pointer of its type leads to. */
  private address(place: Place): void {
    const called = calledType(place.type);
    if (called) this.addBoth(holderOf(this.scope, place), pointedHolder(called));
  }

  /**
   *   (T) f         T no function pointer: f escapes
   *   (T *) pf      pf to function pointers: what it leads to escapes, and may be anything, unless T is one too
   *   (struct b *) pa     pa to a struct a: their members at the same offset are the same
   */
  private cast({ operand, type }: CastExpr): void {
    if (!calledType(type)) this.store(operand, ANYWHERE);
    if (operand.type.kind !== 'pointer' || type.kind !== 'pointer') return;
    const [from, to] = [pointedType(operand.type), pointedType(type)];
    if (from) this.addBoth(pointedHolder(from), to ? pointedHolder(to) : ANYWHERE);
    this.pun(operand.type.target, type.target);
  }

  private pun(a: CType, b: CType): void {
    if (a.kind !== 'record' || b.kind !== 'record' || a.body === b.body) return;
    const others = new Map(membersOf(b));
    for (const [offset, member] of membersOf(a)) {
      const other = others.get(offset);
      if (other) this.addBoth(member, other);
    }
  }
}

/** What an argument flows to; those that `...` stands for are not followed. */
function parameterOf(callee: Callee, index: number): Holder {
  const { params, variadic } = callee.type;
  if (variadic && index >= (params?.length ?? 0)) return ANYWHERE;
  if (callee.kind === 'direct') return holderIn('parameter', callee.function, index);
  return holderIn('argument', null, `${index} ${signatureOf(callee.type)}`);
}
