// The command line: parses it, starts the requested command, and gives the exit status.
// Between main.ts and the table of commands, which are loaded only when they run.

import { Command, CommanderError } from 'commander';
import { describeError } from '../base/crash.js';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { readVersion } from '../base/version.js';
import { type CommandEntry, commands, type Given, nameOf } from './commands.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import { foreseeOutput } from './write-file.js';

export async function runCommandLine(words: readonly string[], console: Console): Promise<ExitStatus> {
  const split = words.indexOf('--');
  const flags = split < 0 ? [] : words.slice(split + 1);
  let status: ExitStatus = 0;
  const program = describeProgram(console, async (entry, given) => {
    const problem = foreseeOutput(given.options.output);
    const told = { ...console, command: nameOf(entry) };
    status = problem ? refuse(told, problem) : await entry.run({ ...given, flags }, told);
  });
  try {
    await program.parseAsync(split < 0 ? [...words] : words.slice(0, split), { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const missing = missingPackage(error);
    return refuse(console, missing ?? diagnostic('internal', describeError(error)));
  }
}

/** An optional dependency that was left out of the installation. */
function missingPackage(error: unknown): Diagnostic | null {
  const [, name] =
    /^Cannot find (?:package|module) '([@\w/-]+)'/.exec(error instanceof Error ? error.message : '') ?? [];
  return name ? diagnostic('missing-package', `this needs the package ${name}, which is not installed`) : null;
}

function describeProgram(
  console: Console,
  start: (entry: CommandEntry, given: Omit<Given, 'flags'>) => Promise<void>,
): Command {
  const program = new Command('caulk')
    .description('Finds, explains and proves the absence of heap errors in C.')
    .version(readVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: console.out, writeErr: console.err })
    .showHelpAfterError('see `caulk --help`')
    .addHelpText('after', '\nCompiler flags go after `--`: caulk check a.c -- -Iinclude -DX=1 -m32');
  for (const entry of commands) {
    const command = program.command(entry.usage).description(entry.description);
    command.showHelpAfterError(`see \`caulk ${nameOf(entry)} --help\``);
    for (const option of entry.options) command.addOption(option);
    command.action((...parsed: unknown[]) => {
      const operands = parsed.slice(0, -2).flat() as (string | undefined)[];
      const options = parsed.at(-2) as Record<string, unknown>;
      return start(entry, { operands: operands.filter((operand) => operand !== undefined), options });
    });
  }
  return program;
}
