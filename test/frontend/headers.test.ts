// The headers of the C library in several modes of the compiler: all are accepted without diagnostics.
// With `-O2 -D_FORTIFY_SOURCE`, as in distributions, they redefine library functions for inlining only.

import { describe, expect, it } from 'vitest';
import { targetMachine } from '../../src/frontend/ask-compiler.js';
import { normalizeUnit } from '../../src/ir/normalize.js';
import { readUnit } from '../../src/ir/unit.js';
import { verifyUnit } from '../../src/ir/verify.js';
import type { Target } from '../../src/types/types.js';
import { acceptedHeaders, HEADERS, including, preprocessed } from '../support/headers.js';

const STANDARDS = ['c89', 'gnu89', 'c99', 'gnu99', 'c11', 'gnu11', 'c17', 'gnu17', 'c2x', 'gnu2x'];
const MODES = ['-O0', '-O2', '-O0 -D_FORTIFY_SOURCE=2', '-O2 -D_FORTIFY_SOURCE=2', '-O2 -D_FORTIFY_SOURCE=3'];
const CC = { kind: 'program', path: '/usr/bin/gcc' } as const;

function read(flags: readonly string[], headers: readonly string[]) {
  return readUnit(
    'headers.c',
    Buffer.from(preprocessed(flags, including(headers))),
    targetMachine(CC, flags) as Target,
  );
}

/** Functions that a header defines with external linkage, which it must not. */
function definedSymbols(unit: ReturnType<typeof read>): string[] {
  const defined = unit.functions.filter((f) => f.body && f.linkage === 'external' && !f.attributes.standIn);
  return defined.map((f) => f.name);
}

describe.each(STANDARDS)('all headers together with -std=%s and', (standard) => {
  it.each([...MODES, '-O2 -D_FORTIFY_SOURCE=3 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64'])('%s', (mode) => {
    const flags = [`-std=${standard}`, ...mode.split(' ')];
    const headers = acceptedHeaders(flags);
    expect(headers.length).toBeGreaterThan(HEADERS.length / 2);
    const unit = read(flags, headers);
    expect(unit.diagnostics).toEqual([]);
    expect(unit.lost).toEqual([]);
    expect(definedSymbols(unit)).toEqual([]);
  });
});

describe('each header alone', () => {
  const flags = ['-std=gnu17', '-O2', '-D_FORTIFY_SOURCE=3', '-D_GNU_SOURCE'];
  it.each(acceptedHeaders(flags))('%s', (header) => {
    const unit = read(flags, [header]);
    expect(unit.diagnostics).toEqual([]);
    expect([...verifyUnit(unit), ...verifyUnit(normalizeUnit(unit))]).toEqual([]);
  });
});
