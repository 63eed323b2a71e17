// Hints for memory, sorting and searching: blocks of the heap that calls free or move, overlapping copies, callbacks.
// Part of hints.ts.

import type { Hints } from './hints.js';
import type { Maker } from './maker.js';

/** A block of the heap, an address inside it, or null; or one that was freed before. */
function owned(m: Maker): string {
  const block = m.block([1, 2, 3, 4, 5, 6, 7, 8], 'heap');
  if (m.wanted === 'sound') return m.pick(block, block, '0');
  m.err();
  const fault = m.pick('inside', 'freed', 'foreign');
  if (fault === 'inside') return `${block} + 4`;
  if (fault === 'foreign') return '(void *)(blocks + 1)';
  m.before.push(`free(${block});`);
  return block;
}

const SIZE = ['0', '1', '7', '8', '16', '100', '(size_t)-1', '(size_t)1 << 62'];
const sizes = (m: Maker): string => m.pick(...SIZE);

/** Two areas that may overlap, in one block. */
function overlapping(m: Maker, unit = 1): [string, string, string] {
  const size = m.pick(0, 1, 3, 5, 8);
  const block = m.data(16, unit);
  const at = m.pick(0, 1, 4, 8) * unit;
  return [`${block} + ${at}`, `${block} + ${m.pick(0, 2, 4) * unit}`, String(size)];
}

/** Two areas that do not. */
function apart(m: Maker, unit = 1): [string, string, string] {
  const size = m.size();
  return [m.room(size, unit), m.data(size, unit), String(size)];
}

const array = (m: Maker): [string, string, string] => {
  const count = m.pick(0, 1, 2, 5, 9);
  const size = m.pick(1, 2, 4);
  const bytes = Array.from({ length: count * size }, () => m.below(6));
  return [m.block(bytes), String(count), String(size)];
};

const search = (m: Maker): string[] => {
  const count = m.pick(0, 1, 3, 6);
  const elements = m.block(Array.from({ length: count }, (_, i) => 2 * i));
  const key = m.block([m.below(12)]);
  return [key, elements, String(count), '1', 'compare_bytes'];
};

const linear = (name: string) => (m: Maker) => {
  const count = m.pick(0, 1, 3, 6);
  const elements = m.block(Array.from({ length: count + 1 }, (_, i) => 2 * i));
  const key = m.block([m.below(12)]);
  m.before.push(`size_t count = ${count};`);
  m.after.push('say_number("count", count);');
  return `${name}(${key}, ${elements}, &count, 1, compare_bytes)`;
};

/** The sanitizer insists on a multiple. */
const aligned = (m: Maker): string[] => [m.pick('8', '16', '64', '256'), m.pick('0', '256', '512')];

export const MEMORY_HINTS: Hints = {
  malloc: (m) => [sizes(m)],
  valloc: (m) => [m.pick('1', '100', '5000')],
  pvalloc: (m) => [m.pick('1', '100', '5000')],
  calloc: (m) => [sizes(m), sizes(m)],
  free: (m) => [owned(m)],
  realloc: (m) => [owned(m), sizes(m)],
  reallocarray: (m) => [owned(m), sizes(m), m.pick('0', '1', '4', '(size_t)-1')],
  aligned_alloc: aligned,
  memalign: aligned,
  posix_memalign: (m) => [
    `(void **)${m.cell('7')}`,
    m.pick('8', '16', '64', '3', '0', '1'),
    m.pick('0', '1', '16', '100'),
  ],
  malloc_usable_size: (m) => [m.pick(m.block([1, 2, 3], 'heap'), '0')],
  malloc_trim: () => ['0'],
  mallopt: () => ['-1', '0'],
  memcpy: (m) => (m.wanted === 'faulty' && m.below(2) === 0 && m.err() ? overlapping(m) : apart(m)),
  mempcpy: (m) => apart(m),
  memmove: (m) => m.pick(apart, overlapping)(m),
  bcopy: (m) => {
    const [to, from, size] = m.pick(apart, overlapping)(m);
    return [from, to, size];
  },
  wmemcpy: (m) => apart(m, 4),
  wmemmove: (m) => m.pick(apart, overlapping)(m, 4),
  wmempcpy: (m) => apart(m, 4),
  memccpy: (m) => {
    const [to, from, size] = apart(m);
    return [to, from, m.pick('97', '0', '200'), size];
  },
  memset: (m) => {
    const size = m.size();
    return [m.room(size), m.pick('0', '1', '255', '256', '-1', '353'), String(size)];
  },
  swab: (m) => {
    const size = m.pick(0, 2, 6, 7);
    return [m.data(size), m.room(size), m.pick(String(size), '-2')];
  },
  qsort: (m) => [...array(m), 'compare_elements'],
  qsort_r: (m) => {
    const [base, count, size] = array(m);
    return [base, count, size, 'compare_with', base];
  },
  bsearch: (m) => search(m),
  lfind: linear('lfind'),
  lsearch: linear('lsearch'),
  tsearch: (m) => ['"key"', `(void **)${m.cell()}`, 'compare_bytes_only'],
  tfind: (m) => ['"key"', `(void **)${m.cell()}`, 'compare_bytes_only'],
  tdelete: (m) => {
    const root = m.cell();
    if (m.pick(true, false)) m.before.push(`tsearch("key", (void **)${root}, compare_bytes_only);`);
    return ['"key"', `(void **)${root}`, 'compare_bytes_only'];
  },
  twalk: (m) => {
    m.before.push(
      'void *root = 0; tsearch("one", &root, compare_bytes_only); tsearch("two", &root, compare_bytes_only);',
    );
    m.after.push('say_number("calls", calls);');
    return [m.pick('root', '0'), '(void *)count_calls'];
  },
  tdestroy: (m) => {
    m.before.push('void *root = 0; tsearch("one", &root, compare_bytes_only);');
    m.after.push('say_number("calls", calls);');
    return [m.pick('root', '0'), '(void *)count_calls'];
  },
  twalk_r: (m) => {
    m.before.push('void *root = 0; tsearch("one", &root, compare_bytes_only);');
    m.after.push('say_number("calls", calls);');
    return [m.pick('root', '0'), '(void *)count_calls', '0'];
  },
  hcreate: () => ['5'],
  hcreate_r: (m) => {
    m.before.push('struct hsearch_data table = { 0 };');
    return ['5', '&table'];
  },
  hdestroy_r: (m) => {
    m.before.push('struct hsearch_data table = { 0 }; hcreate_r(5, &table);');
    return ['&table'];
  },
  hsearch: (m) => {
    m.before.push('ENTRY item = { "key", 0 }; hcreate(5);');
    return ['item', m.pick('FIND', 'ENTER')];
  },
  hsearch_r: (m) => {
    m.before.push('struct hsearch_data table = { 0 }; ENTRY item = { "key", 0 }, *found = 0; hcreate_r(5, &table);');
    m.after.push('say_number("found", found != 0);');
    return ['item', m.pick('FIND', 'ENTER'), '&found', '&table'];
  },
  hdestroy: (m) => {
    m.before.push('hcreate(5);');
    return [];
  },
  insque: (m) => {
    m.before.push('struct node { struct node *next, *back; } one = { 0, 0 }, two = { 0, 0 };');
    m.after.push('say_number("linked", two.next == &one);');
    return ['&one', m.pick('&two', '0')];
  },
  remque: (m) => {
    m.before.push('struct node { struct node *next, *back; } one = { 0, 0 }, two = { &one, 0 }; one.back = &two;');
    m.after.push('say_number("linked", two.next == &one);');
    return ['&one'];
  },
  mmap: (m) => ['0', m.pick('0', '1', '4096'), 'PROT_READ', 'MAP_PRIVATE | MAP_ANONYMOUS', '-1', '0'],
  munmap: (m) => [m.pick('mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)', '(void *)1'), '4096'],
  mprotect: () => ['mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)', '4096', 'PROT_NONE'],
  msync: () => ['mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)', '4096', 'MS_SYNC'],
  madvise: () => ['mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)', '4096', 'MADV_NORMAL'],
  posix_madvise: () => ['mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)', '4096', '0'],
  mlock: () => ['mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)', '0'],
  munlock: () => ['mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)', '4096'],
  mincore: (m) => ['mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)', '4096', m.room(1)],
  mremap: (m) => [
    'mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)',
    '4096',
    '8192',
    m.pick('0', 'MREMAP_MAYMOVE'),
  ],
  sbrk: () => ['0'],
  brk: () => ['sbrk(0)'],
  memfd_create: (m) => [m.string('name'), '0'],
};
