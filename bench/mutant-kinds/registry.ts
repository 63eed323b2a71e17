// All kinds of mutants of `caulk bench mutants`, in the order of its table.

import { freeDeleted, freeDoubled, interiorFree, memberForgotten } from './free-kinds.js';
import type { MutationKind } from './kind.js';
import { nullTestDropped } from './null-test-dropped.js';
import { reallocInPlace } from './realloc-in-place.js';
import { useBehindFree } from './use-behind-free.js';

export const MUTATION_KINDS: readonly MutationKind[] = [
  freeDeleted,
  memberForgotten,
  reallocInPlace,
  freeDoubled,
  useBehindFree,
  interiorFree,
  nullTestDropped,
];
