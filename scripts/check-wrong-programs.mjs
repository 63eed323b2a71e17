// Checks what test/programs/no-wrong-proof says of its programs: each that names a sanitizer is compiled with it and run, on
// the input and the arguments that it names, and must fail. Usage: node scripts/check-wrong-programs.mjs [CAUSE…]

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = 'test/programs/no-wrong-proof';
const FLAGS = ['-w', '-g', '-O0', '-fsanitize=address,undefined', '-ftrivial-auto-var-init=pattern'];
/** Inputs of verification tasks are read as numbers. */
const INPUTS = 'test/support/verifier-inputs.c';
const OPTIONS = 'detect_leaks=1:max_malloc_fill_size=100000:detect_stack_use_after_return=1:strict_string_checks=1';
const SIGN = /ERROR: \w+Sanitizer|runtime error: |detected memory leaks/;

const scratch = mkdtempSync(join(tmpdir(), 'caulk-wrong-'));
const causes = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(ROOT).sort();
let [shown, quoted, missed] = [0, 0, 0];

for (const cause of causes) {
  for (const name of readdirSync(join(ROOT, cause)).filter((n) => n.endsWith('.c'))) {
    const file = join(ROOT, cause, name);
    const [, by] = /^\/\/ shown by: (.*)$/m.exec(readFileSync(file, 'utf8'));
    if (!/Sanitizer/.test(by)) quoted++;
    else if (fails(file, by)) shown++;
    else {
      missed++;
      console.log(`${file}: not shown by ${by}`);
    }
  }
}
rmSync(scratch, { recursive: true });
console.log(`${shown} programs fail under a sanitizer, ${quoted} by the words of a standard, ${missed} do not fail`);
process.exitCode = missed > 0 ? 1 : 0;

function fails(file, by) {
  const program = join(scratch, 'program');
  const compiled = spawnSync('gcc', [...FLAGS, file, INPUTS, '-o', program, '-lpthread', '-lm'], { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(`${file}: ${compiled.stderr}`);
  const input = /input "(.*?)"/.exec(by)?.[1] ?? '';
  const args = [...by.matchAll(/argument "(.*?)"/g)].map(([, text]) => text);
  const env = { ...process.env, ASAN_OPTIONS: OPTIONS };
  const { stderr } = spawnSync(program, args, { input: `${input}\n`, env, encoding: 'utf8', timeout: 20_000 });
  return SIGN.test(stderr);
}
