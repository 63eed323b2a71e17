// Hints for stdio.h except formats: streams on files of the call, lines, positions.
// Part of hints.ts; formats are in formats.ts.

import type { Hint, Hints } from './hints.js';
import type { Maker } from './maker.js';

const LINES = 'one\ntwo\n\nlast';

/** A stream that is closed by the call. */
function closing(m: Maker): string {
  m.before.push(`FILE *f = stream("${m.path()}", "hello", 5, "r+");`);
  if (m.wanted === 'faulty' && m.err()) m.before.push('fclose(f);');
  return 'f';
}

const opening: Hint = (m) => [m.someFile(), m.string(m.pick('r', 'w', 'a', 'r+', 'rb', 'w+'))];

const line: Hint = (m) => {
  const size = m.pick(1, 2, 4, 16);
  return [m.room(size), String(size), m.stream('r', m.pick(LINES, '', 'x'))];
};

/** A line that grows: none yet, or a block of the heap. */
const growing =
  (delimiter: readonly string[]): Hint =>
  (m) => {
    const first = m.pick('none', 'small');
    const old = first === 'none' ? '0' : m.block([1, 2, 3, 4], 'heap');
    m.before.push(`size_t size = ${first === 'none' ? 0 : 4};`);
    const stream = m.stream('r', m.pick(LINES, '', 'one line that is longer than four bytes\n'));
    return [`(char **)${m.cell(old)}`, '&size', ...delimiter, stream];
  };

const block =
  (mode: 'read' | 'write'): Hint =>
  (m) => {
    const size = m.pick(0, 1, 2, 4);
    const count = m.pick(0, 1, 3, 5);
    const memory = mode === 'read' ? m.room(size * count) : m.data(size * count);
    return [memory, String(size), String(count), m.stream('r+', m.pick('hello, world', 'abc', ''))];
  };

/** A line into an array whose number of elements is known. */
const fortifiedLine =
  (unit: number): Hint =>
  (m) => {
    const size = m.pick(1, 4, 16);
    return [`(void *)${m.room(size, unit)}`, String(size), String(size), m.stream('r', LINES)];
  };

const fortifiedBlock: Hint = (m) => [m.room(8), '8', '1', m.pick('0', '8', '3'), m.stream('r+', 'hello')];

const put: Hint = (m) => [m.pick('97', '255', '256', '-1', '0'), m.stream('r+')];

const seeking: Hint = (m) => [
  m.stream('r+', 'hello'),
  m.pick('0', '3', '-2', '100'),
  m.pick('SEEK_SET', 'SEEK_CUR', 'SEEK_END', '77'),
];

export const STREAM_HINTS: Hints = {
  fopen: opening,
  fdopen: (m) => ['open("/dev/null", O_RDONLY)', m.string('r')],
  popen: (m) => [m.string('true'), m.string(m.pick('r', 'x'))],
  pclose: (m) => {
    m.before.push('FILE *f = popen("true", "r");');
    return ['f'];
  },
  fmemopen: (m) => [m.room(8), '8', m.string(m.pick('r', 'w', 'x'))],
  setmntent: (m) => [m.someFile(), m.string('r')],
  endmntent: (m) => [closing(m)],
  getmntent: (m) => [m.stream('r', m.pick('/dev/sda / ext4 rw 0 1\n', ''))],
  hasmntopt: (m) => {
    m.before.push('struct mntent entry = { .mnt_opts = "rw,ro" };');
    return ['&entry', m.string(m.pick('ro', 'x'))];
  },
  fclose: (m) => [closing(m)],
  freopen: (m) => {
    m.before.push(`FILE *f = stream("${m.path()}", "hello", 5, "r+");`);
    m.after.push('say_number("same", (const void *)f == r);');
    return [m.pick('0', `"${m.path()}"`, '"none/none"'), m.string('r'), 'f'];
  },
  open_memstream: (m) => {
    m.before.push('size_t size = 7;');
    return [`(char **)${m.cell('7')}`, '&size'];
  },
  open_wmemstream: (m) => {
    m.before.push('size_t size = 7;');
    return [`(wchar_t **)${m.cell('7')}`, '&size'];
  },
  fflush: (m) => [m.pick('0', m.stream())],
  fseek: seeking,
  fseeko: seeking,
  fgetpos: (m) => [m.stream(), m.opaque('sizeof(fpos_t)')],
  fsetpos: (m) => {
    const stream = m.stream('r+', 'hello');
    m.before.push('fpos_t p; fgetpos(f, &p);');
    return [stream, '&p'];
  },
  setbuf: (m) => [m.stream(), m.pick('0', '(static_room)')],
  setbuffer: (m) => [m.stream(), m.pick('0', '(static_room)'), '64'],
  setvbuf: (m) => [m.stream(), m.pick('0', '(static_room)'), m.pick('_IOFBF', '_IOLBF', '_IONBF', '77'), '64'],
  __fsetlocking: (m) => [m.stream(), m.pick('FSETLOCKING_QUERY', 'FSETLOCKING_INTERNAL')],
  __overflow: (m) => [m.stream('r+'), '97'],
  getc: (m) => [m.stream('r', m.pick('a', '', '\xff'))],
  fgetc: (m) => [m.stream('r', m.pick('a', '', '\xff'))],
  getw: (m) => [m.stream('r', m.pick('abcde', 'ab', ''))],
  ungetc: (m) => [m.pick('97', '-1', '255'), m.stream('r', 'xyz')],
  putc: put,
  fputc: put,
  putw: put,
  putchar: (m) => [m.pick('97', '255', '0')],
  puts: (m) => [m.string()],
  fputs: (m) => [m.string(), m.stream('r+')],
  perror: (m) => [m.pick('0', m.string())],
  remove: (m) => [m.someFile()],
  rename: (m) => [m.someFile(), m.string(`${m.path()}b`)],
  renameat: (m) => ['AT_FDCWD', m.someFile(), 'AT_FDCWD', m.string(`${m.path()}b`)],
  renameat2: (m) => ['AT_FDCWD', m.someFile(), 'AT_FDCWD', m.string(`${m.path()}b`), '0'],
  tmpnam: (m) => [m.pick('0', m.room(20))],
  tempnam: (m) => [m.pick('0', m.string('/tmp')), m.pick('0', m.string('x'))],
  ctermid: (m) => [m.pick('0', m.room(9))],
  fgets: line,
  __fgets_chk: fortifiedLine(1),
  __fgets_unlocked_chk: fortifiedLine(1),
  fread: block('read'),
  fwrite: block('write'),
  __fread_chk: fortifiedBlock,
  __fread_unlocked_chk: fortifiedBlock,
  getdelim: growing([`','`]),
  getline: growing([]),
  fputws: (m) => [m.wide('abc'), m.stream('r+')],
  fgetws: (m) => [m.room(8, 4), '8', m.stream('r', LINES)],
  __fgetws_chk: fortifiedLine(4),
  __fgetws_unlocked_chk: fortifiedLine(4),
  fputwc: (m) => ['97', m.stream('r+')],
  putwc: (m) => ['97', m.stream('r+')],
  putwchar: () => ['97'],
  ungetwc: (m) => ['97', m.stream('r', 'xyz')],
  fwide: (m) => [m.stream(), m.pick('0', '1', '-1')],
  fgetpwent: (m) => [m.stream('r', m.pick('a:x:1:1:g:/h:/s\n', ''))],
  fgetgrent: (m) => [m.stream('r', m.pick('a:x:1:b,c\n', ''))],
  putpwent: (m) => {
    m.before.push('struct passwd p = { "a", "x", 1, 1, "g", "/h", "/s" };');
    return ['&p', m.stream('w')];
  },
  putgrent: (m) => {
    m.before.push('char *none[] = { 0 }; struct group g = { "a", "x", 1, none };');
    return ['&g', m.stream('w')];
  },
};
