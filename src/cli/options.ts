// The options of the commands: flags, what they are for, which values are allowed.
// The one table that parsing, help, completion and the manual page are made of; read by program.ts.

import { InvalidArgumentError, Option } from 'commander';
import type { FormatName } from '../report/formats.js';

const ENGINES = ['auto', 'paths', 'stack', 'modular', 'fold', 'symbolic'];
/** Named here so that help does not load what writes them. */
const FORMATS = Object.keys({
  text: 0,
  gcc: 0,
  json: 0,
  sarif: 0,
  html: 0,
  junit: 0,
  gitlab: 0,
  rdjson: 0,
  github: 0,
} satisfies Record<FormatName, 0>);
const PROPERTIES = ['valid-deref', 'valid-free', 'valid-memtrack', 'valid-memcleanup'];

export function checkOptions(): Option[] {
  return [
    option('-p, --compile-commands <file>', 'the compile_commands.json of the project, or its directory'),
    engineOption(),
    option('--entry <functions...>', 'functions at which execution may start'),
    option('--format <format>', 'format of the report').choices(FORMATS).default('text'),
    option('-o, --output <file>', 'write the report to this file'),
    preprocessOption(),
    option('--jobs <n>', 'number of threads; default: one per core', positiveNumber),
    option('--models <files...>', 'C files with models of functions without a body'),
    option('--rules <list>', 'only these rules, separated by commas'),
    option(
      '--root <dir>',
      'folder that file names in reports are relative to; default: the checkout around the inputs',
    ),
    option('--config <file>', 'configuration file; default: the nearest caulk.config.json from the inputs upwards'),
    option('--baseline <file>', 'report only findings that are not in this earlier report'),
    option('--changed [rev]', 'report only findings in or through lines that differ from this revision; default: HEAD'),
    option('--malloc-may-fail', 'allocations may return null: report results used without a test'),
    option('--leak-at-exit', 'memory still reachable at exit counts as leaked'),
    option('--without-belief <names...>', 'disable these beliefs about what programmers intend'),
    option('--doubtful', 'also report what such a belief speaks against, with the belief'),
    option('--latent', 'also report what no known caller makes happen'),
    option('--no-cache', 'do not use or write the cache'),
    option('--queue <url>', 'let workers on this queue (redis: or rediss:) compute; see docs/cluster.md'),
    option('--store <url>', 'read results from this store, which machines share; see docs/cluster.md'),
    option('--store-write', 'also write results to the store'),
    option('--prove', 'give the precise engines their full budget on each finding, and prove every function'),
    option('--reproduce <dir>', 'write C harnesses that show the confirmed findings into this directory'),
    option('--quiet', 'no progress, no summary'),
    option('--verbose', 'also report dropped findings and the cost of the second stage'),
  ];
}

export function proveOptions(): Option[] {
  return [
    option('--entry <function>', 'function at which execution starts, if the program has no main').default('main'),
    option('-p, --compile-commands <file>', 'the compile_commands.json of the project, or its directory'),
    option('--main <file>', 'if several files have a main, the one that is meant'),
    engineOption(),
    option(
      '--property <properties...>',
      `what to prove: ${PROPERTIES.join(', ')}; or files with such properties, which are decided together`,
    ),
    option('--data-model <model>', 'sizes of types, instead of the compiler flag').choices(['ILP32', 'LP64']),
    option('--witness <file>', 'write what the verdict rests on to this file, as competitions exchange it (YAML)'),
    option('--format <format>', 'format of the report').choices(['text', 'json', 'html']).default('text'),
    option('-o, --output <file>', 'write the report to this file'),
    option('--malloc-may-fail', 'allocations may return null'),
    option('--leak-at-exit', 'memory still reachable at exit counts as leaked'),
  ];
}

export function shapesOptions(): Option[] {
  return [
    option('--function <name>', 'only this function'),
    option('--line <n>', 'only this line', wholeNumber),
    engineOption(),
    option(
      '--abstraction <which>',
      'execute without abstraction, then draw with these predicates (engine stack)',
    ).choices(['concrete', 'core', 'all']),
    option('--format <format>', 'format of the drawing').choices(['svg', 'dot', 'text', 'json']).default('svg'),
    option('-o, --output <file>', 'write the drawing to this file'),
  ];
}

export function runOptions(): Option[] {
  return [
    option('--seed <n>', 'seed of the random choices', wholeNumber),
    option('-p, --compile-commands <file>', 'the compile_commands.json of the project, or its directory'),
    option('--main <file>', 'if several files have a main, the one to run'),
    option('--input <file>', 'an input from a report, as a file or as JSON; or values for nondeterministic functions'),
    option('--stdin <file>', 'standard input of the program'),
    option('--file <files...>', 'files that the program may open'),
    option('--argument <word>', 'a word of its command line; repeat the option for more').argParser(collect),
    option('--variable <name=value>', 'an environment variable; repeat the option for more').argParser(collect),
    option('--fail-allocations <which>', '`all`, `seed`, or their numbers, separated by commas'),
    option('--steps <n>', 'stop after this number of steps', wholeNumber),
  ];
}

const collect = (word: string, before: readonly string[] = []): string[] => [...before, word];

export function fixOptions(): Option[] {
  return [
    option('-p, --compile-commands <file>', 'the compile_commands.json of the project, or its directory'),
    option('--apply', 'write the fixes to the files'),
    option('--at <place>', 'only findings there: FILE or FILE:LINE'),
    option('--rules <list>', 'only these rules, separated by commas'),
    option('--format <format>', 'format of the report').choices(['text', 'json', 'sarif', 'html']).default('text'),
    option('-o, --output <file>', 'write the report to this file'),
    option('--jobs <n>', 'number of threads; default: one per core', positiveNumber),
    option('--root <dir>', 'folder that file names are relative to; default: the checkout around the inputs'),
    option('--malloc-may-fail', 'allocations may return null: mend results used without a test'),
    option('--no-cache', 'do not use or write the cache'),
    option('--quiet', 'no progress, no summary'),
  ];
}

export function markOptions(): Option[] {
  return [
    option('--reason <text>', 'why'),
    option('--by <name>', 'who says so'),
    option('--rule <rule>', 'if several findings are there, those of this rule'),
    option('--report <file>', 'a JSON or SARIF report that has the finding; without it, the file is checked again'),
    option('-p, --compile-commands <file>', 'check the whole project: its compile_commands.json, or its directory'),
    option('--root <dir>', 'folder that has caulk.marks.json; default: the checkout around the file'),
  ];
}

/** Of all that works with a queue. */
function queueOption(): Option {
  return option('--queue <url>', 'address of the queue (redis: or rediss:)').makeOptionMandatory();
}

export function workerOptions(): Option[] {
  return [
    queueOption(),
    option('--store <url>', 'address of the store that tasks and results go through').makeOptionMandatory(),
    option('--jobs <n>', 'number of threads; default: one per core', positiveNumber),
    option(
      '--lease <seconds>',
      'tasks of a worker that says nothing for so long are given to another',
      positiveNumber,
    ).default(15),
    option('--quiet', 'say nothing'),
  ];
}

export function fleetOptions(): Option[] {
  return [
    option('-o, --output <dir>', 'folder of the reports, one for each project; those there are the last time').default(
      'caulk-fleet',
    ),
    option('--at-once <n>', 'projects that are checked at the same time', positiveNumber).default(1),
    option('--jobs <n>', 'number of threads for each project; default: one per core', positiveNumber),
    option('--queue <url>', 'let workers on this queue (redis: or rediss:) compute; see docs/cluster.md'),
    option('--store <url>', 'read results from this store, which machines share'),
    option('--store-write', 'also write results to the store'),
    option('--rules <list>', 'only these rules, separated by commas'),
    option('--malloc-may-fail', 'allocations may return null: report results used without a test'),
    option('--no-cache', 'do not use or write the cache'),
    option('--json', 'print one JSON object instead of a table'),
    option('--quiet', 'no progress'),
  ];
}

export function queueOptions(): Option[] {
  return [queueOption(), option('--json', 'print one JSON object')];
}

export function serveOptions(): Option[] {
  return [option('--port <n>', 'port to listen on', wholeNumber)];
}

export function lspOptions(): Option[] {
  return [option('--stdio', 'how editors start it; there is no other way')];
}

export function irOptions(): Option[] {
  return [
    option('--function <name>', 'only this function'),
    preprocessOption(),
    option('--stage <stage>', 'stage to show').choices(['ast', 'ir', 'normalized']).default('ir'),
  ];
}

export function benchOptions(): Option[] {
  return [
    option('--json', 'print one JSON object instead of tables'),
    option(
      '--project <names...>',
      'beliefs, cluster, corpus, fixes, latency, mutants: only these projects; library: only these functions',
    ),
    option('--engine <engine>', 'corpus: check the projects, next to other tools').choices(['modular']),
    option('--definitions <by>', 'corpus: who counts function definitions').choices(['own', 'gcc']).default('own'),
    option(
      '--count <n>',
      'agree, beliefs, csmith, fixes, latency, mutants, mutation: number of programs; library: calls per function',
      wholeNumber,
    ),
    option('--seed <n>', 'library: seed of the arguments', wholeNumber),
    option('--kind <names...>', 'mutants: only these kinds'),
    option('--rivals <names...>', 'mutants: other tools to run as well').choices(['gcc', 'clang', 'cppcheck']),
    option('-o, --output <file>', 'agree: write the matrix to this file as SVG; fixes: what became of each mutant'),
  ];
}

function preprocessOption(): Option {
  return option(
    '--preprocess <by>',
    'who preprocesses: caulk itself (usual if many files are read), or the compiler',
  ).choices(['own', 'compiler']);
}

function engineOption(): Option {
  return option('--engine <engine>', 'which abstraction').choices(ENGINES).default('auto');
}

function option(flags: string, description: string, parse?: (text: string) => unknown): Option {
  const made = new Option(flags, description);
  return parse ? made.argParser(parse) : made;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}

function positiveNumber(text: string): number {
  if (wholeNumber(text) === 0) throw new InvalidArgumentError('expected a whole number from 1');
  return Number(text);
}
