// Makes an input that shows an error smaller, so that people can read it: arguments, files, lines and words are left out.
// Between explore.ts, which knows when an input still shows the error, and reports.

import { linesOf } from './mutate.js';
import { keyOf, type ProgramInput, type Slot, slotsOf, textAt, withText } from './program-input.js';

/** `shows`: does the run on this input show the error? It may say no to end the search. */
export function shrinkInput(input: ProgramInput, shows: (smaller: ProgramInput) => boolean): ProgramInput {
  let best = input;
  const attempt = (smaller: ProgramInput): boolean => {
    if (keyOf(smaller) === keyOf(best) || !shows(smaller)) return false;
    best = smaller;
    return true;
  };
  for (const simplify of simplifications(best)) attempt(simplify(best));
  for (const slot of slotsOf(best)) {
    if (slot.kind === 'argument') continue;
    shrinkList(linesOf(textAt(best, slot)), (lines) => attempt(withLines(best, slot, lines)));
    linesOf(textAt(best, slot)).forEach((line, i) => {
      shrinkList(line.split(' '), (words) => {
        const lines = linesOf(textAt(best, slot)).with(i, words.join(' '));
        return attempt(withLines(best, slot, lines));
      });
    });
  }
  for (let i = best.args.length - 1; i >= 0; i--) attempt({ ...best, args: best.args.toSpliced(i, 1) });
  return best;
}

/** Whole parts are left out, one after the other. */
const simplifications = ({ environment, files }: ProgramInput): ((input: ProgramInput) => ProgramInput)[] => [
  (input) => ({ ...input, failures: [] }),
  (input) => ({ ...input, stdin: '' }),
  ...[...environment.keys()].map((name) => (input: ProgramInput) => {
    return { ...input, environment: without(input.environment, name) };
  }),
  ...[...files.keys()].map((name) => (input: ProgramInput) => ({ ...input, files: without(input.files, name) })),
  (input) => ({ ...input, args: [] }),
];

const without = (texts: ReadonlyMap<string, string>, name: string): Map<string, string> =>
  new Map([...texts].filter(([n]) => n !== name));

const withLines = (input: ProgramInput, slot: Slot, lines: readonly string[]): ProgramInput =>
  withText(input, slot, lines.length === 0 ? '' : `${lines.join('\n')}\n`);

/** Leaves out halves, quarters and so on down to single items, as long as `attempt` accepts the rest. */
function shrinkList(items: readonly string[], attempt: (fewer: readonly string[]) => boolean): void {
  let rest = items;
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = rest.length - size; at > -size; at -= size) {
      const fewer = rest.toSpliced(Math.max(0, at), size + Math.min(0, at));
      if (rest.length > 1 && fewer.length < rest.length && attempt(fewer)) rest = fewer;
    }
  }
}
