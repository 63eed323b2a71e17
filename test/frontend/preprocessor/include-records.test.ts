// What an #include did in one unit is done again in the next only if it would be the same: held to gcc, byte by byte.

import { describe, expect, it } from 'vitest';
import { columnsOf, compilerText, folderWith, ownText } from './compilers.js';
import { randomProject } from './random-headers.js';

/** The texts of some units, preprocessed one after the other. */
function inTurn(files: Readonly<Record<string, string>>, flags: readonly string[] = []) {
  const folder = folderWith(files);
  const units = Object.keys(files).filter((file) => file.endsWith('.c'));
  return units.map((file) => ({
    own: ownText(folder, file, flags),
    gcc: compilerText(folder, file, flags),
    columns: () => columnsOf(folder, file),
  }));
}

function expectAlike(files: Readonly<Record<string, string>>): void {
  for (const { own, gcc } of inTurn(files)) expect(own).toBe(gcc);
}

describe('an #include that is done again', () => {
  it('defines and undefines what it did', () => {
    const header = '#define X 1\n#undef Y\nint x = X;\n';
    expectAlike({ 'a.h': header, 'a.c': '#include "a.h"\nX Y\n', 'b.c': '#define Y 2\n#include "a.h"\nX Y\n' });
  });

  it('is read anew if a macro that it looks up is another', () => {
    const header = '#ifdef LARGE\nlong n;\n#else\nint n;\n#endif\nT t;\n';
    expectAlike({
      'a.h': header,
      'a.c': '#include "a.h"\n',
      'b.c': '#define LARGE\n#include "a.h"\n',
      'c.c': '#define T char\n#include "a.h"\n',
      'd.c': '#include "a.h"\n',
    });
  });

  it('remembers what its own headers look up', () => {
    expectAlike({
      'a.h': '#define SET 1\n#include "b.h"\n#undef SET\n',
      'b.h': 'SET WHAT\n',
      'a.c': '#include "a.h"\n#include "b.h"\n',
      'b.c': '#define WHAT now\n#include "a.h"\n#include "b.h"\n',
    });
  });

  it('knows which files have been read once', () => {
    const once = '#pragma once\nint once;\n';
    expectAlike({
      'once.h': once,
      'a.h': '#include "once.h"\nint a;\n',
      'a.c': '#include "a.h"\n#include "once.h"\n',
      'b.c': '#include "once.h"\n#include "a.h"\n',
      'c.c': '#include "a.h"\n#include "a.h"\n',
    });
  });

  it('depends on counters, on the depth and on the main file where these are mentioned', () => {
    const header = '__COUNTER__ __INCLUDE_LEVEL__ __BASE_FILE__ __FILE__\n';
    expectAlike({
      'a.h': header,
      'b.h': '#include "a.h"\n',
      'a.c': '#include "a.h"\n#include "b.h"\n',
      'b.c': '#include "b.h"\n#include "a.h"\n',
    });
  });

  it('keeps the packing of records', () => {
    const files = {
      'a.h': 'int a;\n#pragma pack(push, 1)\nstruct s { int x; };\n#pragma pack(pop)\n',
      'a.c': '#include "a.h"\n',
      'b.c': 'int b;\n#include "a.h"\n',
    };
    expectAlike(files);
    for (const { columns } of inTurn(files)) expect(columns().told).toEqual(columns().read);
  });

  it('puts no more files into one another than gcc', () => {
    const deep = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`d${i}.h`, `#include "d${i + 1}.h"\n`]));
    const more = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`m${i}.h`, `#include "m${i + 1}.h"\n`]));
    const files = { ...deep, 'd150.h': 'int d;\n', ...more, 'm60.h': '#include "d0.h"\n' };
    const [plain, nested] = inTurn({ ...files, 'a.c': '#include "d0.h"\n', 'b.c': '#include "m0.h"\n' });
    expect(plain!.own).toBe(plain!.gcc);
    expect(nested!.own).toMatch(/^limit: #include nested depth/);
    expect(nested!.gcc).toMatch(/^failed/);
  });
});

describe('random headers', () => {
  const count = Number(process.env.CAULK_PROGRAMS ?? 12);
  const seed = Number(process.env.CAULK_SEED ?? 1);

  it('come out like from gcc in every unit', () => {
    let accepted = 0;
    for (let i = 0; i < count; i++) {
      const files = randomProject(seed + i, 6);
      for (const { own, gcc } of inTurn(files, ['-I.', '-Isub'])) {
        if (gcc.startsWith('failed')) continue;
        accepted++;
        expect(own, JSON.stringify(files)).toBe(gcc);
      }
    }
    expect(accepted).toBeGreaterThan(count * 4);
  });
});
