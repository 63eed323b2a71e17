// The words of models, executed: a program or a user's model may use them, and a run needs an answer to each.
// Natives; where a model leaves open what happens and no one execution can stand for all, the run ends without a verdict.

import type { Intrinsic } from '../../ir/intrinsics.js';
import type { Frame } from '../frame.js';
import { obstruct, Stop } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Site } from '../memory.js';
import type { Int } from '../wide.js';
import { anyDouble, anyInteger, anyPointer } from './nondet.js';
import { strings } from './string-h.js';

const nothing: NativeRun = () => 0;

const open =
  (what: string): NativeRun =>
  () =>
    obstruct('unsupported', what);

/** What a model allocates is allocated by its caller. */
function callerOf({ program: { linkage } }: Machine, site: Site, frame: Frame): Site {
  for (let f = frame; f.caller; f = f.caller) {
    if (!linkage.isModel(f.code.body)) break;
    if (!linkage.isModel(f.caller.code.body)) return { node: f.caller.node!, body: f.caller.code.body };
  }
  return site;
}

/** A run from a function shows one of several behaviours: here, that no signal arrives before the function returns. */
const later: NativeRun = (m) => (m.given ? 0 : obstruct('unsupported', LATER));

const LATER = 'code of the program may run now or later that a run does not follow';

const read: NativeRun = (m, [p, n]) => {
  if (Number(n) > 0) m.memory.at(p as Int, Number(n));
  return 0;
};

export const intrinsics: Readonly<Record<Intrinsic, NativeRun>> = {
  __caulk_alloc: (m, [size], site, f) => m.allocator.allocate(size as Int, callerOf(m, site, f)),
  __caulk_free: (m, [p], site) => {
    m.allocator.free(p as Int, site);
    return 0;
  },
  __caulk_escape: (m, [p]) => {
    if (m.given) m.escaped.add(p!);
    return 0;
  },
  __caulk_nondet: anyInteger('i32'),
  __caulk_nondet_long: anyInteger('i64'),
  __caulk_nondet_double: anyDouble,
  __caulk_nondet_pointer: anyPointer,
  __caulk_never_returns: () => {
    throw new Stop({ kind: 'exit', status: 0 });
  },
  __caulk_unfollowed: open(LATER),
  __caulk_later: later,
  __caulk_read: read,
  __caulk_string: nothing, // precedes calls that read the string themselves
  __caulk_ends: nothing, // a promise, which a run need not check
  __caulk_write: (m, [p, n]) => {
    if (!m.given) return obstruct('unsupported', 'a model writes numbers that it does not name');
    m.given.answers.writeText(p!, Number(n));
    return 0;
  },
  __caulk_clear: (m, [p, n], site, f) => strings.memset!(m, [p!, 0, n!], site, f),
  __caulk_copy: (m, [to, from, n], site, f) => strings.memmove!(m, [to!, from!, n!], site, f),
  __caulk_move: open('a model copies as much of a block as fits into another'),
  __caulk_shuffle: read, // the order that they have is one that they may get
};

/** Beyond this, nothing says how much was asked for. */
const MOST_ASKED = 1 << 16;

/**
 * Functions that models share, for runs that begin at a function: the usual answer of a call that transfers up to so many bytes is all of
 * them.
 */
export const sharedByModels: NativeTable = {
  up_to: (m, [most], site) => {
    const asked = Number(most);
    const n = Number(m.given!.answers.draw(site.node, asked <= MOST_ASKED ? asked : 0));
    return n < -1 || n > asked ? -1 : n;
  },
};
