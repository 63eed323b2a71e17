// Review marks: what people have said about findings, kept with the project in caulk.marks.json and found again by fingerprint.
// Between reviewers (`caulk mark`, the HTML report) and `check`; no file is touched here, so that pages can use it.

export const MARKS_FILE = 'caulk.marks.json';

/** `false`: no execution shows it; `intended`: it happens and is meant; `to-fix`: it is an error and will be mended. */
export type MarkVerdict = 'false' | 'intended' | 'to-fix';

/** What each verdict says, in words. */
export const verdictWords: Readonly<Record<MarkVerdict, string>> = {
  false: 'false alarm',
  intended: 'intended',
  'to-fix': 'to be fixed',
};

export const markVerdicts = Object.keys(verdictWords) as readonly MarkVerdict[];

export interface Mark {
  readonly fingerprint: string;
  readonly verdict: MarkVerdict;
  readonly reason?: string;
  readonly by?: string;
  /** A day, such as 2026-11-18. */
  readonly date?: string;
  /** What was marked, for those who read the file; nothing depends on it. */
  readonly rule?: string;
  readonly file?: string;
  readonly line?: number;
  readonly function?: string;
}

/** Such a finding is told no more; one that is to be fixed still is. */
export const settles = ({ verdict }: Mark): boolean => verdict !== 'to-fix';

/** A finding, as far as a mark names it. */
export type Marked = Pick<Mark, 'fingerprint' | 'rule' | 'file' | 'line' | 'function'>;

export const markOf = (finding: Marked, said: Omit<Mark, keyof Marked>): Mark => {
  const { fingerprint, rule, file, line, function: inside } = finding;
  const about = rule === undefined ? {} : { rule, file, line, function: inside };
  return { fingerprint, ...said, ...(about as Omit<Marked, 'fingerprint'>) };
};

/** `false alarm: the pool owns it` */
export const describeMark = ({ verdict, reason }: Mark): string =>
  reason === undefined || reason === '' ? verdictWords[verdict] : `${verdictWords[verdict]}: ${reason}`;

/** With this mark, in the place of an earlier one of the same finding. */
export const withMark = (marks: readonly Mark[], mark: Mark): Mark[] => [...withoutMark(marks, mark.fingerprint), mark];

export const withoutMark = (marks: readonly Mark[], fingerprint: string): Mark[] =>
  marks.filter((mark) => mark.fingerprint !== fingerprint);

/** The text of the file, in an order that does not change when lines move. */
export function formatMarks(marks: readonly Mark[]): string {
  const key = ({ file = '', fingerprint }: Mark) => `${file}\0${fingerprint}`;
  const sorted = [...marks].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return `${JSON.stringify({ marks: sorted }, null, 2)}\n`;
}
