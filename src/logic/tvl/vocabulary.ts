// The predicate symbols of a family of structures, numbered so that structures can keep their values in typed arrays.
// First stage of the three-valued logic: an engine declares its predicates here, everything else refers to them.

export interface UnaryPredicate {
  readonly id: number;
  readonly name: string;
  /** Abstraction predicates form the canonical names: blur keeps nodes apart that differ in one of them. */
  readonly abstraction: boolean;
}

export interface BinaryPredicate {
  readonly id: number;
  readonly name: string;
}

export class Vocabulary {
  readonly unary: UnaryPredicate[] = [];
  readonly binary: BinaryPredicate[] = [];

  /** A unary predicate that takes part in canonical names. */
  property(name: string): UnaryPredicate {
    return this.addUnary(name, true);
  }

  /** A unary predicate that blur may make indefinite. */
  observation(name: string): UnaryPredicate {
    return this.addUnary(name, false);
  }

  relation(name: string): BinaryPredicate {
    const predicate = { id: this.binary.length, name };
    this.binary.push(predicate);
    return predicate;
  }

  private addUnary(name: string, abstraction: boolean): UnaryPredicate {
    const predicate = { id: this.unary.length, name, abstraction };
    this.unary.push(predicate);
    return predicate;
  }
}
