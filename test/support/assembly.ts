// Reads initialised data from the assembly output of gcc: the values of variables without running a program.
// This works for targets whose programs cannot be run or linked here, such as 32-bit ones.

import { spawnSync } from 'node:child_process';

const SIZES: Readonly<Record<string, number>> = {
  ...{
    byte: 1,
    value: 2,
    short: 2,
    hword: 2,
    '2byte': 2,
    half: 2,
    word: 2,
    long: 4,
    '4byte': 4,
    quad: 8,
    xword: 8,
    '8byte': 8,
    dword: 8,
  },
};

/** The bytes of every variable that the C text defines with an initialiser. */
export function compileToData(text: string, flags: readonly string[], compiler = 'gcc'): Map<string, number[]> {
  const words = ['-x', 'c', '-S', '-O0', '-w', '-fno-zero-initialized-in-bss', ...flags, '-o', '-', '-'];
  const { status, stdout, stderr } = spawnSync(compiler, words, { input: text, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${compiler} rejects the generated text:\n${stderr.slice(0, 2000)}`);
  return readData(stdout, /^(?:arm|aarch64|riscv)/.test(compiler) ? { ...SIZES, word: 4 } : SIZES);
}

/** `.word` is two bytes in the assemblers of x86, four in those of ARM and RISC-V. */
function readData(assembly: string, sizes: Readonly<Record<string, number>>): Map<string, number[]> {
  const variables = new Map<string, number[]>();
  let bytes: number[] = [];
  for (const line of assembly.split('\n')) {
    const label = /^_?(\w+):/.exec(line);
    if (label) {
      bytes = [];
      variables.set(label[1]!, bytes);
      continue;
    }
    const directive = /^\s+\.(\w+)\s+(-?\d+)$/.exec(line);
    if (!directive) continue;
    const [, name, number] = directive;
    if (name === 'zero' || name === 'space') for (let i = 0; i < Number(number); i++) bytes.push(0);
    const size = sizes[name!];
    if (size !== undefined) pushLittleEndian(bytes, BigInt(number!), size);
  }
  return variables;
}

function pushLittleEndian(bytes: number[], value: bigint, size: number): void {
  for (let i = 0; i < size; i++) bytes.push(Number((BigInt.asUintN(64, value) >> BigInt(8 * i)) & 255n));
}
