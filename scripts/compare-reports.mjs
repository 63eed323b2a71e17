// Compares the reports of two builds of caulk: real projects, examples and test programs, every engine.
// Except for wording and times, they must have the same findings. Usage: compare-reports.mjs BEFORE [AFTER] [NAME…]

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [before, after = '.', ...wanted] = process.argv.slice(2);
if (before === undefined) {
  console.error('usage: node scripts/compare-reports.mjs BEFORE [AFTER] [NAME…]: two checkouts, and what to compare');
  process.exit(2);
}

const CORPUS = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'caulk', 'corpus');
const PROJECTS = ['gzip', 'tar', 'openssh', 'curl'];
const ENGINES = ['paths', 'stack', 'fold', 'symbolic'];
/** Files per process: engines other than `modular` analyse each by itself. */
const BATCH = 40;

let differences = 0;
for (const question of questions().filter(
  ({ name }) => wanted.length === 0 || wanted.some((w) => name.startsWith(w)),
)) {
  const [old, now] = await Promise.all([report(before, question.words), report(after, question.words)]);
  for (const line of compare(old, now)) {
    console.log(`${question.name}: ${line}`);
    differences++;
  }
}
console.log(`${differences} differences`);
process.exitCode = differences === 0 ? 0 : 1;

/**
 * The projects by the default engines, each program by itself by the default engines, and all by each single engine.
 */
function questions() {
  const programs = ['examples', 'test/programs'].flatMap(programsBelow);
  const projects = PROJECTS.filter((name) => existsSync(join(CORPUS, name, 'compile_commands.json')));
  const batches = Array.from({ length: Math.ceil(programs.length / BATCH) }, (_, i) =>
    programs.slice(i * BATCH, (i + 1) * BATCH),
  );
  return [
    ...ENGINES.flatMap((engine) =>
      batches.map((files, i) => ({ name: `${engine}-${i}`, words: ['check', ...files, '--engine', engine] })),
    ),
    ...programs.map((file) => ({ name: file, words: ['check', file] })),
    ...projects.map((name) => ({ name, words: ['check', '-p', join(CORPUS, name)] })),
  ];
}

function programsBelow(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(c|adb)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function report(checkout, words) {
  const program = join(resolve(checkout), 'caulk');
  const env = { ...process.env, XDG_CACHE_HOME: join(tmpdir(), 'caulk-compare') };
  return new Promise((done) => {
    const child = spawn(program, [...words, '--format', 'json', '--no-cache', '--jobs', '1'], { env });
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
    });
    child.stderr.resume();
    child.on('close', (status) => done({ status, report: parse(text) }));
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The entries that only one report has. */
function compare(old, now) {
  const lines = old.status === now.status ? [] : [`exit status ${old.status} is ${now.status}`];
  if (!old.report || !now.report)
    return [...lines, old.report === now.report ? 'no report' : 'only one gives a report'];
  const [a, b] = [saidIn(old.report), saidIn(now.report)];
  return [...lines, ...without(a, b).map((s) => `- ${s}`), ...without(b, a).map((s) => `+ ${s}`)];
}

/** The findings and functions of a report, without wording. */
function saidIn({ findings, functions }) {
  /** Lines of models move with their comments. */
  const place = (p) => (!p ? '-' : p.file.startsWith('<') ? p.file : `${p.file}:${p.line}:${p.column ?? ''}`);
  return [
    ...findings.map((f) =>
      [
        place(f),
        f.function,
        f.rule,
        f.certainty,
        f.engine,
        f.condition === null ? 'always' : 'on condition',
        `allocated ${place(f.allocation)}`,
        `by ${f.trace.map(place).join(' ')}`,
      ].join(' '),
    ),
    ...functions.map((f) => `function ${f.file}:${f.line} ${f.name} ${f.status}`),
  ];
}

/** The entries of the one list that the other has fewer times. */
function without(list, other) {
  const left = new Map();
  for (const one of other) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
