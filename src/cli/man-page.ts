// The manual page caulk(1): commands, options, exit statuses, files.
// Made of the table of commands by scripts/write-man.mjs; man/caulk.1 is the result.

import type { Option } from 'commander';
import { type CommandEntry, nameOf } from './commands.js';

export function manPage(commands: readonly CommandEntry[], version: string): string {
  return `.\\" Made by scripts/write-man.mjs from src/cli/commands.ts: change it there.
.TH CAULK 1 "" "caulk ${roff(version)}" "User Commands"
.SH NAME
caulk \\- find, explain and prove the absence of heap errors in C
.SH SYNOPSIS
${commands.map(synopsisOf).join('\n.br\n')}
.SH DESCRIPTION
caulk reads C files, or the compile database of a project, and looks for leaks, null dereferences, uses after free, double frees and
invalid frees. Each finding comes with the path that leads to it.
.PP
Compiler flags go after \\fB\\-\\-\\fR: caulk check a.c \\-\\- \\-Iinclude \\-DX=1 \\-m32
.SH COMMANDS
${commands.map(describeCommand).join('\n')}
.SH EXIT STATUS
.TP
.B 0
no findings, or everything is proved
.TP
.B 1
findings, or something is refuted
.TP
.B 2
something could not be analysed, or the command line is wrong
.TP
.B 3
\\fBprove\\fR could not decide
.SH FILES
.TP
.I caulk.config.json
the configuration of a project, looked for from the inputs upwards
.TP
.I caulk.marks.json
what reviewers have said about findings, at the root of the project
.TP
.I compile_commands.json
how the files of a project are compiled, looked for from the inputs upwards, also in build
.SH ENVIRONMENT
.TP
.B NO_COLOR, FORCE_COLOR
no colours, or colours, whatever the output is
.TP
.B XDG_CACHE_HOME
where the cache is kept; ~/.cache if it is not set
`;
}

function synopsisOf(entry: CommandEntry): string {
  const operands = entry.usage.split(' ').slice(1).map(roff);
  const words = entry.options.length > 0 ? ['[\\fIoptions\\fR]', ...operands] : operands;
  return `.B caulk ${nameOf(entry)}\n${words.join(' ')}`;
}

function describeCommand(entry: CommandEntry): string {
  const options = entry.options.map(describeOption);
  return [`.SS caulk ${roff(entry.usage)}`, sentence(entry.description), ...options].join('\n');
}

function describeOption(option: Option): string {
  const choices = option.argChoices ? ` One of ${option.argChoices.join(', ')}.` : '';
  const usual = option.defaultValue === undefined ? '' : ` Default: ${String(option.defaultValue)}.`;
  return `.TP\n.B ${roff(option.flags)}\n${sentence(option.description)}${roff(choices)}${roff(usual)}`;
}

const sentence = (text: string): string => roff(`${text[0]!.toUpperCase()}${text.slice(1)}.`);

/** Hyphens of options must stay hyphens, and no line may begin with a control character. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '')
    .replace(/^([.'])/, '\\&$1');
