// The context of type checking: the types of the target, and the sink for errors.
// An error makes the enclosing function unknown code; checking continues with a placeholder.

import type { DiagnosticCode } from '../../base/diagnostics.js';
import type { Types } from '../../types/basic-types.js';
import type { Expr } from '../ast.js';

export interface Checker {
  readonly types: Types;
  /** Records the first error of a declaration; later ones follow from it and are dropped. */
  fail(code: DiagnosticCode, message: string, at: number): void;
}

/** Reports an error and returns an `int` placeholder. */
export function failed(c: Checker, message: string, at: number, code: DiagnosticCode = 'type'): Expr {
  c.fail(code, message, at);
  return { kind: 'int', value: 0n, type: c.types.int, at, end: at };
}
