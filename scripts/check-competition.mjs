// Checks the annotations of test/programs/competition: runs each with the address and leak sanitizers on many inputs. A
// right program must be clean on all, its twin must show an annotated error. Usage: node scripts/check-competition.mjs [NAME…]

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PROGRAMS = 'test/programs/competition';
const INPUTS = 'test/support/competition/inputs.c';
const RUNS = 40;
/** Frames of functions that have returned are not kept: pointers in them would hide leaks. */
const FRAMES = 'detect_stack_use_after_return=0';

/** The sanitizer output for each rule. */
const SIGNS = {
  leak: /LeakSanitizer: detected memory leaks/,
  'null-dereference': /SEGV on unknown address|null pointer/,
  'use-after-free': /heap-use-after-free/,
  'double-free': /attempting double-free/,
  'invalid-free': /attempting free on address which was not malloc/,
  'uninitialized-pointer': /SEGV|BUS|attempting free on address/,
  'out-of-bounds': /buffer-overflow|buffer-underflow/,
};

/** Per annotation: the rule, and `FILE:LINE` as the sanitizer prints it. */
const annotationsOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) =>
      [...line.matchAll(/WARN\(([a-z-]+)\)/g)].map(([, rule]) => ({ rule, place: `${basename(file)}:${i + 1}` })),
    );

const isShown = ({ rule, place }, output) =>
  SIGNS[rule].test(output) && (rule === 'leak' || output.includes(`${place}\n`));

function compile(file, into) {
  const flags = ['-g', '-O0', '-Wall', '-Wno-unused-function', '-fsanitize=address', '-ftrivial-auto-var-init=pattern'];
  execFileSync('gcc', [...flags, '-Dmain=program', file, INPUTS, '-o', into, '-lpthread'], { stdio: 'pipe' });
}

function run(binary, seed) {
  const env = { ...process.env, CAULK_INPUT_SEED: String(seed), ASAN_OPTIONS: FRAMES };
  const { stderr, status } = spawnSync(binary, [], { encoding: 'utf8', timeout: 20_000, env });
  return status === null ? `${stderr}\nno end` : stderr;
}

function check(name, folder) {
  const file = join(PROGRAMS, `${name}.c`);
  const binary = join(folder, name);
  compile(file, binary);
  const annotations = annotationsOf(file);
  const outputs = Array.from({ length: RUNS }, (_, seed) => run(binary, seed));
  const bad = outputs.filter((o) => /Sanitizer|no end/.test(o));
  if (annotations.length === 0) return bad.length > 0 ? [`${name}: is not clean\n${bad[0].slice(0, 1500)}`] : [];
  if (bad.length === 0) return [`${name}: shows no error`];
  const seen = annotations.some((a) => bad.some((o) => isShown(a, o)));
  return seen ? [] : [`${name}: shows another error than annotated\n${bad[0].slice(0, 1500)}`];
}

const wanted = process.argv.slice(2);
const names = readdirSync(PROGRAMS)
  .filter((file) => file.endsWith('.c'))
  .map((file) => file.slice(0, -2))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'caulk-competition-'));
const problems = names.flatMap((name) => check(name, folder));
rmSync(folder, { recursive: true });
for (const problem of problems) console.log(problem);
console.log(`${names.length} programs, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
