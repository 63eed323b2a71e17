// Why something is not proved, or what a result relies on: a kind, by which programs decide, and a sentence for people.
// Written by engines with obligations, assumptions and functions; nothing may depend on the sentence.

/** What each kind says. */
export const REASON_KINDS = {
  budget: 'the abstract steps that the engine was granted are used up; with more it may get further',
  'over-approximated': 'more executions were followed than there are: what is proved holds all the same',
  'parameter-shape': 'what the parameters of the entry may be and point to',
  environment: 'how the machine and the C library behave',
  'unknown-call': 'code runs of which there is neither body nor model',
  unsupported: 'the abstraction cannot express a construct, or what is reached here; or proves nothing by design',
  gap: 'executions are not followed beyond a place',
  undecided: 'the property could not be shown here',
  error: 'the property is violated here, or may be; the sentence is that of the finding',
  'left-out': 'some executions of the function were not followed',
  'not-reached': 'no execution from the entries reaches the function',
  crash: 'the analysis of the function crashed',
} as const;

export type ReasonKind = keyof typeof REASON_KINDS;

export interface Reason {
  readonly kind: ReasonKind;
  readonly text: string;
}

export const because = (kind: ReasonKind, text: string): Reason => ({ kind, text });
