// Says that nobody waits for the result of an analysis any more: an AbortSignal, or a flag in memory that threads share.
// Asked between pieces of work; from who asks for a check to those who distribute its work.

export type Stopper = Pick<AbortSignal, 'aborted' | 'throwIfAborted'>;
