// What type checking needs to know: the types of the target, and where to put complaints.
// A complaint makes the enclosing function unknown code; checking goes on with a placeholder.

import type { DiagnosticCode } from '../../base/diagnostics.js';
import type { Types } from '../../types/basic-types.js';
import type { Expr } from '../ast.js';

export interface Checker {
  readonly types: Types;
  /** Records the first complaint of a declaration; later ones follow from it and are dropped. */
  fail(code: DiagnosticCode, message: string, at: number): void;
}

/** Complain, and stand in with an `int` that no one will see. */
export function failed(c: Checker, message: string, at: number, code: DiagnosticCode = 'type'): Expr {
  c.fail(code, message, at);
  return { kind: 'int', value: 0n, type: c.types.int, at, end: at };
}
