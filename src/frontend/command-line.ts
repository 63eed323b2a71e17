// Splits the `command` strings of compile_commands.json into words and expands response files (`@file`).
// Called by compile-commands.ts. No shell is ever started: quotes are removed here, nothing is substituted.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const MAX_NESTING = 8;

/** Words as in a POSIX shell: quotes and backslashes have their meaning there, all else is literal. */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let i = 0; i < command.length; i++) {
    const c = command[i]!;
    if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (c === "'") {
      const end = endOf(command, command.indexOf("'", i + 1));
      word = (word ?? '') + command.slice(i + 1, end);
      i = end;
    } else if (c === '"') {
      const [text, end] = doubleQuoted(command, i + 1);
      word = (word ?? '') + text;
      i = end;
    } else if (c === '\\') {
      i++;
      if (i < command.length && command[i] !== '\n') word = (word ?? '') + command[i];
    } else word = (word ?? '') + c;
  }
  if (word !== null) words.push(word);
  return words;
}

/** Between double quotes a backslash protects only `"`, `\`, `$` and a backquote. */
function doubleQuoted(command: string, start: number): [text: string, end: number] {
  let text = '';
  let i = start;
  for (; i < command.length && command[i] !== '"'; i++) {
    if (command[i] === '\\' && i + 1 < command.length && '"\\$`\n'.includes(command[i + 1]!)) i++;
    if (command[i] !== '\n' || command[i - 1] !== '\\') text += command[i];
  }
  return [text, i];
}

/** An unclosed quote extends to the end. */
function endOf(command: string, found: number): number {
  return found < 0 ? command.length : found;
}

/** Replaces each `@file` by the words in that file; an unreadable one is kept, as in compilers. */
export function expandResponseFiles(words: readonly string[], directory: string, nesting = 0): string[] {
  return words.flatMap((word) => {
    if (!word.startsWith('@') || nesting === MAX_NESTING) return [word];
    try {
      const text = readFileSync(resolve(directory, word.slice(1)), 'utf8');
      return expandResponseFiles(splitCommand(text), directory, nesting + 1);
    } catch {
      return [word];
    }
  });
}
