// The command line: which commands there are, what options each takes; it starts the one that is asked for.
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

/** What a command does with its operands, its options and the compiler flags behind `--`. */
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
    .addHelpText('after', '\nCompiler flags go behind `--`: caulk check a.c -- -Iinclude -DX=1 -m32');

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

  add('check [paths...]', 'look for heap errors in files and directories', checkOptions(), async (paths, options) => {
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
  add('run <files...>', 'run a program and report what goes wrong', runOptions(), async (files, options) => {
    const { run } = await import('./run.js');
    return run({ files, flags, ...(options as Record<string, never>) }, console);
  });
  add('ir <file>', 'show what the engines see', irOptions(), async ([file], options) => {
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
    'a local page: edit, analyse, look at heaps',
    [option('--port <n>', 'where to listen', wholeNumber)],
    async (_, options) => {
      const { serve } = await import('../web/serve.js');
      return serve({ flags, ...(options as { port?: number }) }, console);
    },
  );
  add(
    'bench [names...]',
    'measure: agree, bdd, beliefs, corpus, csmith, growth ENGINE, interp, mutants, mutation, seeds ENGINE, speed, start, torture',
    benchOptions(),
    async (names, options) => {
      const { bench } = await import('../../bench/bench.js');
      return bench(names, options as { json?: true; project?: string[]; count?: number; output?: string }, console);
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
    option('--entry <functions...>', 'functions where execution may start'),
    option('--format <format>', 'how to report').choices(['text', 'json', 'sarif', 'html']).default('text'),
    option('-o, --output <file>', 'write the report there'),
    option('--jobs <n>', 'how many threads work at once; otherwise one per core', wholeNumber),
    option('--models <files...>', 'C files that say what functions without a body do'),
    option('--rules <list>', 'only these rules, separated by commas'),
    option('--config <file>', 'the configuration; otherwise caulk.config.json here'),
    option('--baseline <file>', 'report only what is not in this earlier report'),
    option('--malloc-may-fail', 'report results of allocations that are used untested'),
    option('--leak-at-exit', 'what is still reachable at exit counts as leaked'),
    option('--without-belief <names...>', 'do without these beliefs about what programmers mean'),
    option('--no-cache', 'read and analyse everything anew'),
    option('--prove', 'let the precise engines take their time over what is found'),
    option('--quiet', 'no progress, no summary'),
    option('--verbose', 'tell also what was dropped, and what looking twice cost'),
  ];
}

function proveOptions(): Option[] {
  return [
    option('--entry <function>', 'where execution starts').default('main'),
    engineOption(),
    option('--property <properties...>', 'what to prove').choices(PROPERTIES),
    option('--format <format>', 'how to report').choices(['text', 'json']).default('text'),
    option('--malloc-may-fail', 'allocations may return null'),
    option('--leak-at-exit', 'what is still reachable at exit counts as leaked'),
  ];
}

function shapesOptions(): Option[] {
  return [
    option('--function <name>', 'only this function'),
    option('--line <n>', 'only this line', wholeNumber),
    engineOption(),
    option('--abstraction <which>', 'stack: execute without abstraction, then draw by these predicates').choices([
      'concrete',
      'core',
      'all',
    ]),
    option('--format <format>', 'how to draw').choices(['svg', 'dot', 'text', 'json']).default('svg'),
    option('-o, --output <file>', 'write the drawing there'),
  ];
}

function runOptions(): Option[] {
  return [
    option('--seed <n>', 'seed of the random choices', wholeNumber),
    option('--input <file>', 'values for nondeterministic functions: a JSON array, or one number per line'),
    option('--stdin <file>', 'what the program reads from standard input'),
    option('--file <files...>', 'files that the program may open'),
    option('--fail-allocations <which>', '`all`, `seed`, or their numbers, separated by commas'),
    option('--steps <n>', 'stop after so many steps', wholeNumber),
  ];
}

function irOptions(): Option[] {
  return [
    option('--function <name>', 'only this function'),
    option('--stage <stage>', 'what to show').choices(['ast', 'ir', 'normalized']).default('ir'),
  ];
}

function benchOptions(): Option[] {
  return [
    option('--json', 'print one JSON object instead of tables'),
    option('--project <names...>', 'beliefs, corpus, mutants: only these projects'),
    option('--engine <engine>', 'corpus: check the projects, next to other tools').choices(['modular']),
    option('--definitions <by>', 'corpus: who counts the function definitions').choices(['own', 'gcc']).default('own'),
    option('--count <n>', 'agree, beliefs, csmith, mutants, mutation: how many programs', wholeNumber),
    option('--rivals <names...>', 'mutants: other tools to ask as well').choices(['gcc', 'clang', 'cppcheck']),
    option('-o, --output <file>', 'agree: write the matrix there as a picture (SVG)'),
  ];
}

function engineOption(): Option {
  return option('--engine <engine>', 'which abstraction').choices(ENGINES).default('auto');
}

function option(flags: string, description: string, parse?: (text: string) => unknown): Option {
  const made = new Option(flags, description);
  return parse ? made.argParser(parse) : made;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number is wanted');
  return Number(text);
}
