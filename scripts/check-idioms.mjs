// Checks the annotations of the idioms: compiles each with the address and leak sanitizers, runs it with all
// allocations succeeding and with each one failing: the correct version must be clean, its twin must show the annotated
// error. Usage: node scripts/check-idioms.mjs [NAME…]

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const PROGRAMS = 'test/programs/idioms';
const SUPPORT = 'test/support/idioms';
const WRAPPED = ['malloc', 'calloc', 'realloc', 'strdup', 'strndup', 'pthread_create'];

/** The sanitizer output for each rule. */
const SIGNS = {
  leak: /LeakSanitizer: detected memory leaks/,
  'null-dereference': /SEGV on unknown address|null pointer/,
  'use-after-free': /heap-use-after-free/,
  'double-free': /attempting double-free/,
  'invalid-free': /attempting free on address which was not malloc|alloc-dealloc-mismatch/,
  'uninitialized-pointer': /SEGV|BUS|attempting free on address/,
  'out-of-bounds': /buffer-overflow/,
};

/** Per annotation: the rule, and `FILE:LINE` as the sanitizer prints it. */
const annotationsOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) => {
      const rule = line.match(/\/\/ WARN\(([a-z-]+)\)/)?.[1];
      return rule ? [{ rule, place: `${basename(file)}:${i + 1}` }] : [];
    });

/** Rules of the twin that the output does not show; errors other than leaks must be at an annotated line. */
function missing(annotations, output) {
  const rules = [...new Set(annotations.map((a) => a.rule))];
  const isShown = (rule) =>
    SIGNS[rule].test(output) &&
    (rule === 'leak' || annotations.some((a) => a.rule === rule && output.includes(`${a.place}\n`)));
  return rules.filter((rule) => !isShown(rule));
}

function compile(files, driver, into) {
  const program = driver ? [driver, `-DIDIOM="${resolve(files[0])}"`] : [...files, '-Dmain=program'];
  const common = ['-g', '-O0', '-Wall', '-D_GNU_SOURCE', '-fsanitize=address', '-ftrivial-auto-var-init=pattern'];
  const objects = program.filter((a) => a.endsWith('.c')).map((file, i) => [file, `${into}.${i}.o`]);
  const flags = program.filter((a) => !a.endsWith('.c'));
  for (const [file, object] of objects) execFileSync('gcc', [...common, ...flags, '-c', file, '-o', object]);
  const wrap = WRAPPED.map((name) => `-Wl,--wrap=${name}`);
  execFileSync('gcc', [
    ...common,
    ...wrap,
    `${SUPPORT}/failures.c`,
    ...objects.map(([, o]) => o),
    '-o',
    into,
    '-lpthread',
  ]);
}

function check(name, files, driver, folder) {
  const binary = join(folder, name.replaceAll('/', '-'));
  compile(files, driver, binary);
  const { stderr } = spawnSync(binary, [], { encoding: 'utf8', timeout: 20_000 });
  const annotations = files.flatMap(annotationsOf);
  const end = stderr.slice(-2000);
  if (annotations.length === 0) return /Sanitizer/.test(stderr) ? [`${name}: is not clean\n${end}`] : [];
  return missing(annotations, stderr).map((rule) => `${name}: does not show ${rule}\n${end}`);
}

const singles = readdirSync(PROGRAMS)
  .filter((file) => file.endsWith('.c'))
  .map((file) => {
    const name = file.slice(0, -2);
    const driver = `${SUPPORT}/${name.replace(/-bug$/, '')}.c`;
    return [name, [join(PROGRAMS, file)], existsSync(driver) ? driver : null];
  });
const projects = existsSync(join(PROGRAMS, 'projects'))
  ? readdirSync(join(PROGRAMS, 'projects')).map((name) => {
      const folder = join(PROGRAMS, 'projects', name);
      return [
        name,
        readdirSync(folder)
          .filter((f) => f.endsWith('.c'))
          .map((f) => join(folder, f)),
        null,
      ];
    })
  : [];

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'caulk-idioms-'));
const problems = [...singles, ...projects]
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .flatMap(([name, files, driver]) => check(name, files, driver, folder));
rmSync(folder, { recursive: true });
for (const problem of problems) console.log(problem);
console.log(`${singles.length + projects.length} idioms, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
