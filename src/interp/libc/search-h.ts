// search.h: linear search, binary trees, hash tables and linked lists.
// Natives; those that compare run functions of the program. Trees and tables are memory of the library, their keys are escaped.

import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Site } from '../memory.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { EINVAL, ENOMEM, ESRCH, libraryObject, refuse } from './errno.js';
import { moveBytes } from './string-h.js';
import { readPointer, readText, writeBytes, writePointer } from './strings.js';

const compare = (m: Machine, f: Value, a: Value, b: Value, site: Site): number =>
  Number(m.callPointer(f, [a, b], site));

/** The number of elements at `where`. */
function readCount(m: Machine, where: Int): number {
  const a = m.memory.at(where, m.pointerSize);
  return m.pointerSize === 8 ? Number(m.memory.view.getBigUint64(a, true)) : m.memory.view.getUint32(a, true);
}

function writeCount(m: Machine, where: Int, n: number): void {
  const a = m.memory.atWrite(where, m.pointerSize);
  if (m.pointerSize === 8) m.memory.view.setBigUint64(a, BigInt(n), true);
  else m.memory.view.setUint32(a, n, true);
}

const findLinear: NativeRun = (m, [key, base, count, size, f], site) => {
  const n = readCount(m, count as Int);
  for (let i = 0; i < n; i++) {
    const element = (base as number) + i * Number(size);
    if (compare(m, f!, key!, element, site) === 0) return element;
  }
  return 0;
};

// ---- binary trees: a node is a key and two branches ------------------------------------------------------------

const branch = (m: Machine, node: Int, side: 'left' | 'right'): Int =>
  (node as number) + (side === 'left' ? 1 : 2) * m.pointerSize;

/** The place of the node with the key, or where it belongs; and that of its parent. */
function descend(m: Machine, key: Value, root: Int, f: Value, site: Site): { place: Int; parent: Int } {
  let [place, parent]: [Int, Int] = [root, root];
  for (let node = readPointer(m, place); node !== 0; node = readPointer(m, place)) {
    const order = compare(m, f, key, readPointer(m, node), site);
    if (order === 0) break;
    parent = node;
    place = branch(m, node, order < 0 ? 'left' : 'right');
  }
  return { place, parent };
}

function makeNode(m: Machine, key: Value): number {
  const node = m.memory.allocateZeroed(3 * m.pointerSize, 'library', null, null);
  writePointer(m, node, key as Int);
  m.escaped.add(key);
  return node;
}

/** The node with the least key of the right branch, or what is in the other branch, takes its place. */
function removeNode(m: Machine, place: Int): void {
  const node = readPointer(m, place);
  const [left, right] = [readPointer(m, branch(m, node, 'left')), readPointer(m, branch(m, node, 'right'))];
  if (left === 0 || right === 0) return writePointer(m, place, left === 0 ? right : left);
  let least = branch(m, node, 'right');
  while (readPointer(m, branch(m, readPointer(m, least), 'left')) !== 0)
    least = branch(m, readPointer(m, least), 'left');
  writePointer(m, node, readPointer(m, readPointer(m, least)));
  removeNode(m, least);
}

/** preorder, postorder, endorder, leaf. */
const VISITS = [0, 1, 2] as const;
const LEAF = 3;

function walk(m: Machine, node: Int, visit: (node: Int, order: number) => void): void {
  const [left, right] = [readPointer(m, branch(m, node, 'left')), readPointer(m, branch(m, node, 'right'))];
  if (left === 0 && right === 0) return visit(node, LEAF);
  visit(node, VISITS[0]);
  if (left !== 0) walk(m, left, visit);
  visit(node, VISITS[1]);
  if (right !== 0) walk(m, right, visit);
  visit(node, VISITS[2]);
}

function destroy(m: Machine, node: Int, f: Value, site: Site): void {
  for (const side of ['left', 'right'] as const) {
    const next = readPointer(m, branch(m, node, side));
    if (next !== 0) destroy(m, next, f, site);
  }
  m.callPointer(f, [readPointer(m, node)], site);
}

// ---- hash tables: the first word of the table is its list of entries, the second its size ------------------------

/** Entries are a link, then the key and the data that the program sees. */
const entryOf = (m: Machine, link: Int): Int => (link as number) + m.pointerSize;

function nextPrime(n: number): number {
  let candidate = Math.max(3, n) | 1;
  while (Array.from({ length: Math.floor(Math.sqrt(candidate)) }, (_, i) => i + 2).some((d) => candidate % d === 0))
    candidate += 2;
  return candidate;
}

function createTable(m: Machine, table: Int, n: number): number {
  const size = (table as number) + m.pointerSize;
  if (readCount(m, size) !== 0) return 0;
  writePointer(m, table, 0);
  writeCount(m, size, nextPrime(n));
  return 1;
}

const FIND = 0;

function searchTable(m: Machine, item: Value, action: Value, table: Int): Int {
  const copy = m.memory.allocateZeroed(2 * m.pointerSize, 'library', null, null);
  writeBytes(m, copy, (item as Uint8Array).subarray(0, 2 * m.pointerSize));
  const key = readText(m, readPointer(m, copy));
  let count = 0;
  for (let link = readPointer(m, table); link !== 0; link = readPointer(m, link), count++)
    if (readText(m, readPointer(m, entryOf(m, link))) === key) return entryOf(m, link);
  if (Number(action) === FIND) return refuse(m, ESRCH, 0);
  if (count >= readCount(m, (table as number) + m.pointerSize)) return refuse(m, ENOMEM, 0);
  const made = m.memory.allocateZeroed(3 * m.pointerSize, 'library', null, null);
  writePointer(m, made, readPointer(m, table));
  moveBytes(m, entryOf(m, made), copy, 2 * m.pointerSize);
  for (const word of [1, 2]) m.escaped.add(readPointer(m, made + word * m.pointerSize));
  writePointer(m, table, made);
  return entryOf(m, made);
}

function clearTable(m: Machine, table: Int): number {
  writePointer(m, table, 0);
  writeCount(m, (table as number) + m.pointerSize, 0);
  return 0;
}

const onlyTable = (m: Machine): Int => libraryObject(m, 'hash table', 2 * m.pointerSize);

// ---- linked lists: an element begins with its links --------------------------------------------------------------

function link(m: Machine, before: Int, after: Int): void {
  if (before !== 0) writePointer(m, before, after);
  if (after !== 0) writePointer(m, (after as number) + m.pointerSize, before);
}

export const searching: NativeTable = {
  hcreate: (m, [n]) => createTable(m, onlyTable(m), Number(n)),
  hcreate_r: (m, [n, table]) => (table === 0 ? refuse(m, EINVAL, 0) : createTable(m, table as Int, Number(n))),
  hdestroy: (m) => clearTable(m, onlyTable(m)),
  hdestroy_r: (m, [table]) => clearTable(m, table as Int),
  hsearch: (m, [item, action]) => searchTable(m, item!, action!, onlyTable(m)),
  hsearch_r: (m, [item, action, out, table]) => {
    const found = searchTable(m, item!, action!, table as Int);
    writePointer(m, out as Int, found);
    return found === 0 ? 0 : 1;
  },
  insque: (m, [element, before]) => {
    const next = before === 0 ? 0 : readPointer(m, before as Int);
    link(m, element as Int, next);
    if (next === 0) writePointer(m, element as Int, 0);
    link(m, before as Int, element as Int);
    return 0;
  },
  remque: (m, [element]) => {
    const [next, before] = [readPointer(m, element as Int), readPointer(m, (element as number) + m.pointerSize)];
    if (next !== 0) writePointer(m, (next as number) + m.pointerSize, before);
    if (before !== 0) writePointer(m, before, next);
    return 0;
  },
};

/** These run functions of the program. */
export const searchingWith: NativeTable = {
  lfind: findLinear,
  lsearch: (m, args, site, f) => {
    const [key, base, count, size] = args;
    const found = findLinear(m, args, site, f);
    if (found !== 0) return found;
    const n = readCount(m, count as Int);
    writeCount(m, count as Int, n + 1);
    return moveBytes(m, (base as number) + n * Number(size), key!, size!);
  },
  tsearch: (m, [key, root, f], site) => {
    if (root === 0) return 0;
    const { place } = descend(m, key!, root as Int, f!, site);
    if (readPointer(m, place) === 0) writePointer(m, place, makeNode(m, key!));
    return readPointer(m, place);
  },
  tfind: (m, [key, root, f], site) => (root === 0 ? 0 : readPointer(m, descend(m, key!, root as Int, f!, site).place)),
  tdelete: (m, [key, root, f], site) => {
    if (root === 0) return 0;
    const { place, parent } = descend(m, key!, root as Int, f!, site);
    if (readPointer(m, place) === 0) return 0;
    removeNode(m, place);
    return parent;
  },
  twalk: (m, [root, f], site) => {
    let depth = 0;
    if (root !== 0)
      walk(m, root as Int, (node, order) => {
        if (order === VISITS[0]) depth++;
        m.callPointer(f!, [node, order, order === LEAF ? depth : depth - 1], site);
        if (order === VISITS[2]) depth--;
      });
    return 0;
  },
  twalk_r: (m, [root, f, data], site) => {
    if (root !== 0) walk(m, root as Int, (node, order) => m.callPointer(f!, [node, order, data!], site));
    return 0;
  },
  tdestroy: (m, [root, f], site) => {
    if (root !== 0) destroy(m, root as Int, f!, site);
    return 0;
  },
};
