// Sends texts to the server for analysis; a newer request cancels an older one.
// One for each engine that is shown.

import type { Answer, Question } from '../web/protocol.js';

export type Outcome = Answer | { readonly failure: string };

export class Asker {
  private current: AbortController | null = null;

  /** Null if it was cancelled. */
  async ask(question: Question): Promise<Outcome | null> {
    this.stop();
    const mine = new AbortController();
    this.current = mine;
    try {
      const response = await fetch('analyse', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(question),
        signal: mine.signal,
      });
      if (response.ok) return (await response.json()) as Outcome;
      return { failure: response.status === 413 ? 'the text is too long' : `the server refused (${response.status})` };
    } catch {
      return mine.signal.aborted ? null : { failure: 'the server does not answer' };
    }
  }

  stop(): void {
    this.current?.abort();
  }
}
