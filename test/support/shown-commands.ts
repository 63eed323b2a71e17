// The commands that pages show, with the output below them: for tests that hold README and docs to what really happens.

export interface Shown {
  readonly command: string;
  /** Lines of output that a code block shows below the command. */
  readonly output: readonly string[];
}

/** Commands of code blocks, with the output below them, and commands in the text that match. */
export function shownCommands(text: string, inText: RegExp): Shown[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block]) => inBlock(block!));
  const inline = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(inText)];
  return [...blocks, ...inline.map(([, command]) => ({ command: command!.replace(/\s+/g, ' '), output: [] }))];
}

function inBlock(block: string): Shown[] {
  const shown: { command: string; output: string[] }[] = [];
  for (const line of block.split('\n').filter((l) => l.trim() !== '')) {
    const command = /^(?:\$ )?((?:\.\/caulk|caulk|npm|npx) .*)$/.exec(line)?.[1];
    if (command) shown.push({ command, output: [] });
    else shown.at(-1)?.output.push(line.trim());
  }
  return shown;
}

/** The words of a command without the program, quotes removed. */
export const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'[^']*'|"[^"]*"|[^\s'"]+/g)].slice(1).map(([word]) => word.replace(/^(['"])(.*)\1$/s, '$2'));
