// Reads a C program and analyses it with the engine `symbolic`.
// Shared by the tests of the engine.

import type { AnalysisRequest } from '../../../src/engines/engine.js';
import { analyse, type SymbolicResult } from '../../../src/engines/symbolic/engine.js';
import type { Unit } from '../../../src/ir/program.js';
import { readUnit } from '../../../src/ir/unit.js';
import type { SmtSession } from '../../../src/logic/smt/session.js';
import { smtSession } from '../../../src/logic/smt/session.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const HEADER = `
typedef unsigned long size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void free(void *); void exit(int); void abort(void);
int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void);
#define NULL ((void *)0)
`.replace(/#.*\n/, '');

export interface Analysed {
  readonly unit: Unit;
  readonly request: AnalysisRequest;
  readonly result: SymbolicResult;
}

export interface Wish {
  readonly failures?: 'assumed-away' | 'followed';
  readonly entry?: string;
  readonly session?: SmtSession;
  readonly budget?: number;
}

export function analyseText(text: string, wish: Wish = {}): Analysed {
  const unit = readUnit('test.c', new TextEncoder().encode(HEADER + text.replaceAll('NULL', '((void *)0)')), LP64);
  const program = linkWithModels([unit], LP64);
  const entry = program.functionNamed(wish.entry ?? 'main')!;
  const options = {
    mallocMayFail: false,
    leakAtExit: false,
    budget: wish.budget ?? 20_000,
    failingAllocations: wish.failures ?? 'assumed-away',
  } as const;
  const request = { program, entry, options };
  return { unit, request, result: analyse(request, wish.session ?? smtSession()) };
}

/** Rule and condition of every finding. */
export const describeFindings = ({ result }: Analysed): string[] =>
  result.findings.map((f) => `${f.rule}: ${f.condition}`);
