// Why something is not proved, or what a result relies on: a kind, by which programs decide, and a sentence for people.
// Written by engines with obligations, assumptions and functions; no code may depend on the sentence.

/** The meaning of each kind. */
export const REASON_KINDS = {
  budget: 'the budget of abstract steps is used up; with a larger one the engine may get further',
  'over-approximated': 'the analysis covers more executions than exist: proofs remain valid',
  'parameter-shape': 'the assumed values and shapes of parameters of the entry',
  'valid-argument': 'an argument points to a live object of its type where it is used',
  'valid-memory': 'a pointer that others have stored in memory is valid where it is used',
  'valid-result': 'the result of a call that is not followed is valid where it is used',
  'not-null': 'a pointer from outside is not null where it is used without a test',
  'in-bounds': 'an array from outside is as long as the indices that are used',
  ownership: 'memory from outside that is freed or overwritten has no other user, and no other owner',
  'typed-memory': 'numbers that are stored outside do not overwrite pointers',
  callee: 'a call that is not followed has no error, and leaves memory that is used afterwards alive and well-formed',
  environment: 'the assumed behaviour of the machine and the C library',
  'unknown-call': 'a function without body and model is called',
  unsupported: 'the abstraction cannot express a construct or the memory here, or the engine proves nothing by design',
  gap: 'executions are not followed beyond a place',
  undecided: 'the property could not be proved here',
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
