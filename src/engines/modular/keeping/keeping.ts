// May-keep facts of a function: where a pointer that it gets, or one found behind it, may be when it returns.
// Computed by component.ts for every function before it is executed; part of its summary, asked at unknown calls.

/** Where a pointer may be stored. A number: behind that parameter. `elsewhere`: in a global or unknown place, or freed. */
export type Holder = number | 'result' | 'elsewhere';

export interface Flow {
  /** The parameter. */
  readonly from: number;
  readonly what: 'itself' | 'contents';
  readonly to: Holder;
}

/**
 * The flows of a function as text, such as `0>elsewhere 1*>result`; the star is for contents. Most functions have few
 * different ones, and summaries are stored as bytes.
 */
export type Keeping = string;

export const KEEPS_NOTHING: Keeping = '';

/**
 * May a call still hold the argument for a parameter, or a pointer found behind it, when it has returned? With `ignored`,
 * the caller does not use the result.
 */
export const mayKeep = (
  keeping: Keeping,
  parameter: number,
  result: 'used' | 'ignored' = 'used',
): 'nothing' | 'kept' =>
  flowsOf(keeping).some(({ from, to }) => from === parameter && (to !== 'result' || result === 'used'))
    ? 'kept'
    : 'nothing';

export const keepingOf = (flows: readonly Flow[]): Keeping =>
  flows
    .map(({ from, what, to }) => `${from}${what === 'contents' ? '*' : ''}>${to}`)
    .sort()
    .join(' ');

const known = new Map<Keeping, readonly Flow[]>();

/** The inverse of `keepingOf`. */
export function flowsOf(keeping: Keeping): readonly Flow[] {
  const before = known.get(keeping);
  if (before) return before;
  const flows = keeping === '' ? [] : keeping.split(' ').map(flowFrom);
  known.set(keeping, flows);
  return flows;
}

function flowFrom(text: string): Flow {
  const [source, target] = text.split('>') as [string, string];
  const to = target === 'result' || target === 'elsewhere' ? target : Number(target);
  return { from: Number.parseInt(source, 10), what: source.endsWith('*') ? 'contents' : 'itself', to };
}
