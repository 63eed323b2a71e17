// The command line: the commands and their options; starts the requested command.
// Between main.ts and the commands, which are loaded only when they run.

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { describeError } from '../base/crash.js';
import { diagnostic } from '../base/diagnostics.js';
import { readVersion } from '../base/version.js';
import type { CheckRequest } from './check.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import type { ProveRequest } from './prove.js';
import type { ShapesRequest } from './shapes.js';

const ENGINES = ['auto', 'paths', 'stack', 'modular', 'fold', 'symbolic'];
const PROPERTIES = ['valid-deref', 'valid-free', 'valid-memtrack', 'valid-memcleanup'];

/** Runs a command with its operands, its options and the compiler flags after `--`. */
type Action = (operands: string[], options: Record<string, unknown>, flags: readonly string[]) => Promise<ExitStatus>;

export async function runCommandLine(words: readonly string[], console: Console): Promise<ExitStatus> {
  const split = words.indexOf('--');
  const flags = split < 0 ? [] : words.slice(split + 1);
  let status: ExitStatus = 0;
  const program = describeProgram(console, flags, (result) => {
    status = result;
  });
  try {
    await program.parseAsync(split < 0 ? [...words] : words.slice(0, split), { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return refuse(console, diagnostic('internal', describeError(error)));
  }
}

function describeProgram(console: Console, flags: readonly string[], finish: (status: ExitStatus) => void): Command {
  const program = new Command('caulk')
    .description('Finds, explains and proves the absence of heap errors in C.')
    .version(readVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: console.out, writeErr: console.err })
    .showHelpAfterError('see `caulk --help`')
    .addHelpText('after', '\nCompiler flags go after `--`: caulk check a.c -- -Iinclude -DX=1 -m32');

  /** Adds a command; `action` gets what commander parsed. */
  const add = (usage: string, description: string, options: readonly Option[], action: Action) => {
    const command = program.command(usage).description(description);
    for (const option of options) command.addOption(option);
    command.action(async (...parsed: unknown[]) => {
      const operands = parsed.slice(0, -2).flat() as (string | undefined)[];
      const given = operands.filter((operand) => operand !== undefined);
      finish(await action(given, parsed.at(-2) as Record<string, unknown>, flags));
    });
  };

  add('check [paths...]', 'find heap errors in files and directories', checkOptions(), async (paths, options) => {
    const { check } = await import('./check.js');
    return check({ paths, flags, ...(options as unknown as CheckOptions) }, console);
  });
  add(
    'prove <file>',
    'prove that a program has no heap errors, or refute it',
    proveOptions(),
    async ([file], options) => {
      const { prove } = await import('./prove.js');
      return prove({ file: file!, flags, ...(options as unknown as ProveOptions) }, console);
    },
  );
  add('shapes <file>', 'draw the heaps a program can have', shapesOptions(), async ([file], options) => {
    const { shapes } = await import('./shapes.js');
    return shapes({ file: file!, flags, ...(options as unknown as ShapesOptions) }, console);
  });
  add('run [files...]', 'run a program and report its errors', runOptions(), async (files, options) => {
    const { run } = await import('./run.js');
    return run({ files, flags, ...(options as Record<string, never>) }, console);
  });
  add('ir <file>', 'show the intermediate representation', irOptions(), async ([file], options) => {
    const { showIr } = await import('./ir.js');
    return showIr(
      { file: file!, flags, ...(options as { function?: string; stage: 'ast' | 'ir' | 'normalized' }) },
      console,
    );
  });
  add('explain [rule]', 'explain a rule; without one, list them', [], async ([rule]) => {
    const { explain } = await import('./explain.js');
    return explain(rule, console);
  });
  add(
    'serve',
    'serve a local page: edit, analyse, view heaps',
    [option('--port <n>', 'port to listen on', wholeNumber)],
    async (_, options) => {
      const { serve } = await import('../web/serve.js');
      return serve({ flags, ...(options as { port?: number }) }, console);
    },
  );
  add(
    'bench [names...]',
    'measure: agree, bdd, beliefs, corpus, csmith, growth ENGINE, interp, library, mutants, mutation, preprocess, seeds ENGINE, speed, start, torture',
    benchOptions(),
    async (names, options) => {
      const { bench } = await import('../../bench/bench.js');
      return bench(
        names,
        options as { json?: true; project?: string[]; kind?: string[]; count?: number; seed?: number; output?: string },
        console,
      );
    },
  );
  return program;
}

type ProveOptions = Omit<ProveRequest, 'file' | 'flags'>;
type ShapesOptions = Omit<ShapesRequest, 'file' | 'flags'>;
type CheckOptions = Omit<CheckRequest, 'paths' | 'flags'>;

function checkOptions(): Option[] {
  return [
    option('-p, --compile-commands <file>', 'the compile_commands.json of the project, or its directory'),
    engineOption(),
    option('--entry <functions...>', 'functions at which execution may start'),
    option('--format <format>', 'format of the report').choices(['text', 'json', 'sarif', 'html']).default('text'),
    option('-o, --output <file>', 'write the report to this file'),
    preprocessOption(),
    option('--jobs <n>', 'number of threads; default: one per core', wholeNumber),
    option('--models <files...>', 'C files with models of functions without a body'),
    option('--rules <list>', 'only these rules, separated by commas'),
    option('--config <file>', 'configuration file; default: caulk.config.json'),
    option('--baseline <file>', 'report only findings that are not in this earlier report'),
    option('--malloc-may-fail', 'allocations may return null: report results used without a test'),
    option('--leak-at-exit', 'memory still reachable at exit counts as leaked'),
    option('--without-belief <names...>', 'disable these beliefs about what programmers intend'),
    option('--doubtful', 'also report what such a belief speaks against, with the belief'),
    option('--no-cache', 'do not use or write the cache'),
    option('--prove', 'give the precise engines their full budget on each finding, and prove every function'),
    option('--reproduce <dir>', 'write C harnesses that show the confirmed findings into this directory'),
    option('--quiet', 'no progress, no summary'),
    option('--verbose', 'also report dropped findings and the cost of the second stage'),
  ];
}

function proveOptions(): Option[] {
  return [
    option('--entry <function>', 'function at which execution starts').default('main'),
    engineOption(),
    option('--property <properties...>', 'what to prove').choices(PROPERTIES),
    option('--format <format>', 'format of the report').choices(['text', 'json']).default('text'),
    option('--malloc-may-fail', 'allocations may return null'),
    option('--leak-at-exit', 'memory still reachable at exit counts as leaked'),
  ];
}

function shapesOptions(): Option[] {
  return [
    option('--function <name>', 'only this function'),
    option('--line <n>', 'only this line', wholeNumber),
    engineOption(),
    option('--abstraction <which>', 'stack: execute without abstraction, then draw with these predicates').choices([
      'concrete',
      'core',
      'all',
    ]),
    option('--format <format>', 'format of the drawing').choices(['svg', 'dot', 'text', 'json']).default('svg'),
    option('-o, --output <file>', 'write the drawing to this file'),
  ];
}

function runOptions(): Option[] {
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

function irOptions(): Option[] {
  return [
    option('--function <name>', 'only this function'),
    preprocessOption(),
    option('--stage <stage>', 'stage to show').choices(['ast', 'ir', 'normalized']).default('ir'),
  ];
}

function benchOptions(): Option[] {
  return [
    option('--json', 'print one JSON object instead of tables'),
    option('--project <names...>', 'beliefs, corpus, mutants: only these projects; library: only these functions'),
    option('--engine <engine>', 'corpus: check the projects, next to other tools').choices(['modular']),
    option('--definitions <by>', 'corpus: who counts function definitions').choices(['own', 'gcc']).default('own'),
    option(
      '--count <n>',
      'agree, beliefs, csmith, mutants, mutation: number of programs; library: calls per function',
      wholeNumber,
    ),
    option('--seed <n>', 'library: seed of the arguments', wholeNumber),
    option('--kind <names...>', 'mutants: only these kinds'),
    option('--rivals <names...>', 'mutants: other tools to run as well').choices(['gcc', 'clang', 'cppcheck']),
    option('-o, --output <file>', 'agree: write the matrix to this file as SVG'),
  ];
}

function preprocessOption(): Option {
  return option('--preprocess <by>', 'who preprocesses: caulk itself, or the compiler').choices(['own', 'compiler']);
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
