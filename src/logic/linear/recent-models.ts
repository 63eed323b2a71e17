// Assignments that satisfied earlier questions: neighbouring questions are often satisfied by the same one.
// Asked by the decider before it solves anything.

import { type Cube, holds } from './constraint.js';
import { boundsHold, type Model } from './term.js';

const MOST_MODELS = 40;

export class RecentModels {
  /** The last one that was of use comes first. */
  private models: Model[] = [];

  add(model: Model): void {
    this.models = [model, ...this.models.slice(0, MOST_MODELS - 1)];
  }

  satisfy(cube: Cube): boolean {
    const at = this.models.findIndex((m) => cube.every((c) => holds(c, m) && boundsHold(c.term, m)));
    if (at > 0) this.models.unshift(...this.models.splice(at, 1));
    return at >= 0;
  }
}
