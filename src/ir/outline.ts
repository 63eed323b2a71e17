// The outline of a function: the functions it calls and the symbols it mentions.
// Read from a body, or from the table of a packed unit without reading the body; the call graph is made of outlines.

import type { Expr, Instr, Place, Terminator } from './instr.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable } from './program.js';
import { returnedBy } from './returned.js';
import { type CalledPointer, pointerIn, type Scope, textOf } from './targets/holders.js';

export interface Outline {
  /** Called by name, without duplicates, in order. */
  readonly called: readonly FunctionSymbol[];
  /** Functions whose address is taken. */
  readonly mentioned: readonly FunctionSymbol[];
  readonly variables: readonly GlobalVariable[];
  /** The pointers that are called through. */
  readonly pointers: readonly CalledPointer[];
  readonly instructions: number;
  /** The parameter that it returns on every path (returned.ts). */
  readonly returned: number | null;
}

export function outlineOf(body: FunctionBody): Outline {
  const found = new Mentions(body);
  let instructions = 0;
  for (const { instrs, terminator } of body.blocks) {
    instructions += instrs.length;
    for (const instr of instrs) found.inInstr(instr);
    found.inTerminator(terminator);
  }
  const { called, mentioned, variables, pointers } = found;
  return {
    called: [...called],
    mentioned: [...mentioned],
    variables: [...variables],
    pointers: [...pointers.values()],
    instructions,
    returned: returnedBy(body),
  };
}

export type Mentioned = Pick<Outline, 'mentioned' | 'variables'>;

/** The functions and variables that are named by what a variable holds at the beginning. */
export function mentionedBy({ initializer }: GlobalVariable): Mentioned {
  const found = new Mentions(null);
  for (const { value } of initializer ?? []) if (value.kind !== 'string') found.inExpr(value);
  return { mentioned: [...found.mentioned], variables: [...found.variables] };
}

class Mentions {
  readonly called = new Set<FunctionSymbol>();
  readonly mentioned = new Set<FunctionSymbol>();
  readonly variables = new Set<GlobalVariable>();
  readonly pointers = new Map<string, CalledPointer>();

  constructor(private readonly scope: Scope) {}

  inInstr(i: Instr): void {
    switch (i.kind) {
      case 'assign':
        this.inPlace(i.place);
        this.inExpr(i.value);
        return;
      case 'clear':
        this.inPlace(i.place);
        return;
      case 'call':
        if (i.result) this.inPlace(i.result);
        if (i.callee.kind === 'direct') this.called.add(i.callee.function);
        else {
          this.addPointer(pointerIn(this.scope, i.callee));
          this.inExpr(i.callee.pointer);
        }
        for (const arg of i.args) this.inExpr(arg);
        return;
      case 'assume':
        this.inExpr(i.condition);
        return;
      case 'scope-end':
        return;
      case 'asm':
        for (const place of i.outputs) this.inPlace(place);
        for (const input of i.inputs) this.inExpr(input);
    }
  }

  private addPointer(pointer: CalledPointer): void {
    this.pointers.set([pointer.signature, ...pointer.holders.map(textOf)].join('\n'), pointer);
  }

  inTerminator(t: Terminator): void {
    switch (t.kind) {
      case 'branch':
        this.inExpr(t.condition);
        return;
      case 'switch':
        this.inExpr(t.value);
        return;
      case 'computed-goto':
        this.inExpr(t.address);
        return;
      case 'return':
        if (t.value) this.inExpr(t.value);
        return;
      default:
        return;
    }
  }

  private inPlace(place: Place): void {
    switch (place.kind) {
      case 'var':
        if (place.variable.kind === 'global') this.variables.add(place.variable);
        return;
      case 'deref':
        this.inExpr(place.pointer);
        return;
      case 'index':
        this.inPlace(place.base);
        this.inExpr(place.index);
        return;
      case 'field':
        this.inPlace(place.base);
    }
  }

  inExpr(e: Expr): void {
    switch (e.kind) {
      case 'load':
      case 'address':
        this.inPlace(e.place);
        return;
      case 'function-address':
        this.mentioned.add(e.target);
        return;
      case 'unary':
      case 'cast':
        this.inExpr(e.operand);
        return;
      case 'binary':
        this.inExpr(e.left);
        this.inExpr(e.right);
        return;
      default:
        return;
    }
  }
}
