// Seeds small errors in a C program: a deleted or doubled free, a dropped null test, two swapped pointer assignments.
// From the text of a program to the texts of its mutants; for `caulk bench mutation`.

import { applyEdit, blank, type Edit } from './edit.js';

export type MutationKind = 'free deleted' | 'free twice' | 'null test dropped' | 'assignments swapped';

export interface Mutant {
  readonly kind: MutationKind;
  readonly line: number;
  readonly text: string;
}

/** In textual order. */
export function mutate(text: string): Mutant[] {
  const code = blank(text);
  const edits = [...frees(code), ...nullTests(code), ...swaps(code)].sort((a, b) => a.at - b.at);
  return edits.map((edit) => ({
    kind: edit.kind,
    line: text.slice(0, edit.at).split('\n').length,
    text: applyEdit(text, edit),
  }));
}

interface SeededError extends Edit {
  readonly kind: MutationKind;
}

/** Statements `free(…);`. */
function frees(code: string): SeededError[] {
  const statement = /(?<=[;{}):]\s*|\belse\s+)free\s*\([^;{}]*\)\s*;/g;
  return [...code.matchAll(statement)].flatMap(({ index: at, 0: found }) => {
    const end = at + found.length;
    return [
      { kind: 'free deleted' as const, at, end, put: ';' },
      { kind: 'free twice' as const, at, end, put: `{ ${found} ${found} }` },
    ];
  });
}

const OPERAND = String.raw`[A-Za-z_]\w*(?:(?:->|\.)\w+)*`;
const NULL = '(?:NULL|0)';

/** Null tests alone in parentheses, or operands of `&&` and `||`; the guarded code then runs unguarded. */
function nullTests(code: string): SeededError[] {
  const before = String.raw`(?<=(?:\b(?:if|while)\s*\(|&&|\|\|)\s*)`;
  const after = String.raw`(?=\s*(?:\)|&&|\|\|))`;
  const test = (what: string) => new RegExp(before + what + after, 'g');
  const drop = (what: string, put: string): SeededError[] =>
    [...code.matchAll(test(what))].map(({ index: at, 0: found }) => ({
      kind: 'null test dropped',
      at,
      end: at + found.length,
      put,
    }));
  return [
    ...drop(String.raw`!\s*${OPERAND}`, '0'),
    ...drop(String.raw`${OPERAND}\s*==\s*${NULL}`, '0'),
    ...drop(String.raw`${OPERAND}\s*!=\s*${NULL}`, '1'),
    ...drop(OPERAND, '1'),
  ];
}

/** Two consecutive assignments, one of them through a pointer. */
function swaps(code: string): SeededError[] {
  const assignment = String.raw`\*?${OPERAND}\s*=(?!=)[^;={}]+;`;
  const pair = new RegExp(String.raw`(?<=[;{}]\s*)(?=(${assignment})(\s*)(${assignment}))`, 'g');
  return [...code.matchAll(pair)].flatMap(({ index: at, 1: first, 2: between, 3: second }) =>
    /->|\*/.test(first! + second!)
      ? [
          {
            kind: 'assignments swapped' as const,
            at,
            end: at + first!.length + between!.length + second!.length,
            put: second! + between! + first!,
          },
        ]
      : [],
  );
}
