// Colours for the text report, and whether to use them.
// Decided once by the command line from the terminal and the environment.

/** A palette; each function takes text that is already safe to print. */
export interface Palette {
  readonly strong: (text: string) => string;
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly caret: (text: string) => string;
}

const same = (text: string) => text;
export const plain: Palette = { strong: same, error: same, warning: same, quiet: same, caret: same };

const paint = (code: string) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
export const coloured: Palette = {
  strong: paint('1'),
  error: paint('1;31'),
  warning: paint('1;35'),
  quiet: paint('2'),
  caret: paint('1;32'),
};

/** FORCE_COLOR, then NO_COLOR (see no-color.org), then whether the output is a terminal. */
export function choosePalette(
  environment: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
): Palette {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = environment;
  if (force !== undefined && force !== '') return force === '0' || force === 'false' ? plain : coloured;
  if (none !== undefined && none !== '') return plain;
  return stream.isTTY && terminal !== 'dumb' ? coloured : plain;
}
