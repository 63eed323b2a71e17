// Models of earlier queries: similar queries often have the same model.
// Tried by the decision procedure before it solves anything.

import { type Cube, holds } from './constraint.js';
import { boundsHold, type Model } from './term.js';

const MOST_MODELS = 40;

export class RecentModels {
  /** Most recently useful first. */
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
