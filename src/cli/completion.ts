// `caulk completion bash|zsh|fish`: a script that completes commands, options and their values in that shell.
// Made of the table of commands.

import type { Option } from 'commander';
import { diagnostic } from '../base/diagnostics.js';
import { ruleNames } from '../findings/rules.js';
import { type CommandEntry, nameOf } from './commands.js';
import { type Console, type ExitStatus, refuse } from './console.js';

const SHELLS: Readonly<Record<string, (commands: readonly CommandEntry[]) => string>> = {
  bash: forBash,
  zsh: forZsh,
  fish: forFish,
};

export function completion(shell: string, commands: readonly CommandEntry[], console: Console): ExitStatus {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!write) return refuse(console, diagnostic('bad-usage', `no completion for \`${shell}\`: name bash, zsh or fish`));
  console.out(write(commands));
  return 0;
}

/** Operands that are words of a list, not files. */
const WORDS: Readonly<Record<string, readonly string[]>> = { explain: ruleNames, completion: Object.keys(SHELLS) };

const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined);

/** A value is required, so that the next word is one. */
const takesValue = (option: Option): boolean => option.required;

function forBash(commands: readonly CommandEntry[]): string {
  const cases = commands.map((entry) => {
    const words = [...entry.options.flatMap(flagsOf), '--help'];
    return `    ${nameOf(entry)}) options='${words.join(' ')}'; words='${(WORDS[nameOf(entry)] ?? []).join(' ')}' ;;`;
  });
  const values = commands.flatMap((entry) =>
    entry.options
      .filter((option) => option.argChoices)
      .map((option) => `    ${nameOf(entry)},${option.long}) values='${option.argChoices!.join(' ')}' ;;`),
  );
  return `# bash completion for caulk; to use it: source <(caulk completion bash)
_caulk() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  local options='' words='' values=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(nameOf).join(' ')} --help --version' -- "$word"))
    return
  fi
  case $command in
${cases.join('\n')}
  esac
  case $command,$before in
${values.join('\n')}
  esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word"))
  else compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _caulk caulk
`;
}

function forZsh(commands: readonly CommandEntry[]): string {
  const list = commands.map(
    (entry) => `    ${quoteShell(`${nameOf(entry)}:${firstClause(entry.description).replaceAll(':', '\\:')}`)}`,
  );
  const cases = commands.map((entry) => {
    const options = entry.options.flatMap((option) => specsForZsh(option));
    const words = WORDS[nameOf(entry)];
    const rest = words ? quoteShell(`*:word:(${words.join(' ')})`) : "'*:file:_files'";
    return `    ${nameOf(entry)}) _arguments '--help[show help]' ${[...options, rest].join(' ')} ;;`;
  });
  return `#compdef caulk
# zsh completion for caulk; to use it: source <(caulk completion zsh)
_caulk() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _caulk caulk
`;
}

function specsForZsh(option: Option): string[] {
  const text = firstClause(option.description).replace(/[[\]:]/g, ' ');
  const values = option.argChoices ? `(${option.argChoices.join(' ')})` : '_files';
  const value = takesValue(option) ? `:value:${values}` : '';
  return flagsOf(option).map((flag) => quoteShell(`${flag}[${text}]${value}`));
}

function forFish(commands: readonly CommandEntry[]): string {
  const lines = commands.flatMap((entry) => {
    const name = nameOf(entry);
    const inside = `complete -c caulk -n '__fish_seen_subcommand_from ${name}'`;
    const words = WORDS[name];
    return [
      `complete -c caulk -n __fish_use_subcommand -f -a ${name} -d ${quoteFish(firstClause(entry.description))}`,
      ...(words ? [`${inside} -f -a ${quoteFish(words.join(' '))}`] : []),
      ...entry.options.map((option) => `${inside} ${optionForFish(option)}`),
    ];
  });
  return `# fish completion for caulk; to use it: caulk completion fish | source\n${lines.join('\n')}\n`;
}

function optionForFish(option: Option): string {
  const flags = flagsOf(option).map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const values = option.argChoices
    ? ` -x -a ${quoteFish(option.argChoices.join(' '))}`
    : takesValue(option)
      ? ' -r'
      : '';
  return `${flags.join(' ')}${values} -d ${quoteFish(firstClause(option.description))}`;
}

/** Lists have room for a few words. */
const firstClause = (text: string): string => text.split(/[;:](?: |$)/)[0]!;

const quoteShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const quoteFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
