// Hints for files and directories: descriptors, vectors, paths of the call, globs, walks.
// Part of hints.ts.

import { textBytes } from './call.js';
import type { Hint, Hints } from './hints.js';
import type { Maker } from './maker.js';

/** Reads into a room of this size, or writes from data. */
const transfer =
  (mode: 'read' | 'write', more: readonly string[]): Hint =>
  (m) => {
    const size = m.size();
    const memory = mode === 'read' ? m.room(size) : m.data(size);
    return [m.pick(m.descriptor('hello'), '-1'), memory, String(size), ...more];
  };

const vector =
  (mode: 'read' | 'write', more: readonly string[]): Hint =>
  (m) => {
    const sizes = [m.pick(0, 2, 4), m.pick(1, 3)];
    const blocks = sizes.map((n) => (mode === 'read' ? m.room(n) : m.data(n)));
    m.before.push(`struct iovec v[] = { ${blocks.map((b, i) => `{ ${b}, ${sizes[i]} }`).join(', ')} };`);
    return [m.descriptor('hello, world'), 'v', m.pick('0', '1', '2'), ...more];
  };

const folder = (m: Maker): string => {
  m.before.push(
    `mkdir("d${m.serial}", 0700); make_file("d${m.serial}/x", "x", 1); make_file("d${m.serial}/y", "y", 1);`,
  );
  return `d${m.serial}`;
};

/** An open directory. */
const directory = (m: Maker): string => {
  m.before.push(`DIR *d = opendir("${folder(m)}");`);
  return 'd';
};

const template = (m: Maker): string => m.block([...textBytes(m.pick(`${m.path()}XXXXXX`, 'bad')), 0]);
const suffixed = (m: Maker): string => m.block([...textBytes(m.pick(`${m.path()}XXXXXX.c`, 'bad.c')), 0]);

const walking =
  (callback: string, more: readonly string[]): Hint =>
  (m) => {
    m.after.push('say_number("calls", calls);');
    const path = m.pick(folder(m), 'none');
    return [m.string(path), callback, '5', ...more];
  };

const scanning =
  (first: readonly string[]): Hint =>
  (m) => {
    const path = m.pick(folder(m), 'none');
    return [...first, m.string(path), `(struct dirent ***)${m.cell('7')}`, '0', m.pick('0', 'alphasort')];
  };

const attribute =
  (value: 'read' | 'write' | 'none'): Hint =>
  (m) => {
    const first = [m.someFile(), m.string('user.none')];
    if (value === 'none') return first;
    return [...first, value === 'read' ? m.room(8) : m.data(8), '8', ...(value === 'write' ? ['0'] : [])];
  };

const descriptorAttribute =
  (value: 'read' | 'write' | 'none'): Hint =>
  (m) => {
    const first = [m.descriptor(), m.string('user.none')];
    if (value === 'none') return first;
    return [...first, value === 'read' ? m.room(8) : m.data(8), '8', ...(value === 'write' ? ['0'] : [])];
  };

const twoFiles: Hint = (m) => {
  const from = m.someFile();
  m.before.push(`int out = open("${m.path()}b", O_RDWR | O_CREAT, 0600), in = open("${m.path()}", O_RDONLY);`);
  return [from];
};

export const FILE_HINTS: Hints = {
  open: (m) => [m.someFile(), m.pick('O_RDONLY', 'O_RDWR', 'O_RDWR | O_CREAT, 0600')],
  openat: (m) => ['AT_FDCWD', m.someFile(), m.pick('O_RDONLY', 'O_RDWR', 'O_RDWR | O_CREAT, 0600')],
  __open_2: (m) => [m.someFile(), 'O_RDONLY'],
  __openat_2: (m) => ['AT_FDCWD', m.someFile(), 'O_RDONLY'],
  creat: (m) => [m.someFile(), '0600'],
  close: (m) => [m.pick('open("/dev/null", O_RDONLY)', '-1', '99')],
  close_range: () => ['90', '95', '0'],
  closefrom: () => ['90'],
  read: transfer('read', []),
  pread: transfer('read', ['1']),
  write: transfer('write', []),
  pwrite: transfer('write', ['1']),
  readv: vector('read', []),
  preadv: vector('read', ['1']),
  writev: vector('write', []),
  pwritev: vector('write', ['1']),
  sendfile: (m) => {
    twoFiles(m);
    m.before.push('off_t from = 1;');
    return ['out', 'in', m.pick('0', '&from'), '3'];
  },
  copy_file_range: (m) => {
    twoFiles(m);
    return ['in', '0', 'out', '0', '3', '0'];
  },
  splice: (m) => {
    twoFiles(m);
    return ['in', '0', 'out', '0', '3', '0'];
  },
  fcntl: (m) => [m.pick(m.descriptor(), '-1'), m.pick('F_GETFD', 'F_GETFL', '9999')],
  ioctl: (m) => {
    m.before.push('int value = 0;');
    return [m.pick(m.descriptor(), '-1'), 'FIONREAD', '&value'];
  },
  dup: (m) => [m.pick('1', '-1')],
  dup2: (m) => [m.pick('1', '-1'), '50'],
  dup3: (m) => [m.pick('1', '-1'), '50', '0'],
  pipe: (m) => [`(void *)${m.opaque('2 * sizeof(int)')}`],
  pipe2: (m) => [`(void *)${m.opaque('2 * sizeof(int)')}`, '0'],
  eventfd_read: (m) => ['eventfd(3, 0)', `(void *)${m.room(8)}`],
  eventfd_write: () => ['eventfd(3, 0)', '4'],
  timerfd_create: (m) => [m.pick('CLOCK_MONOTONIC', '77'), '0'],
  timerfd_settime: (m) => {
    m.before.push('struct itimerspec v = { { 0, 0 }, { 100, 0 } };');
    return ['timerfd_create(CLOCK_MONOTONIC, 0)', '0', '&v', m.pick('0', m.opaque('sizeof(struct itimerspec)'))];
  },
  inotify_add_watch: (m) => ['inotify_init()', m.someFile(), 'IN_MODIFY'],
  inotify_rm_watch: () => ['inotify_init()', '1'],
  lockf: (m) => [m.descriptor(), m.pick('F_TEST', 'F_TLOCK'), '0'],
  flock: (m) => [m.descriptor(), m.pick('LOCK_SH', 'LOCK_UN')],
  truncate: (m) => [m.someFile(), m.pick('0', '3', '-1')],
  ftruncate: (m) => [m.descriptor(), m.pick('0', '3', '-1')],
  fallocate: (m) => [m.descriptor(), '0', '0', '10'],
  posix_fallocate: (m) => [m.descriptor(), '0', '10'],
  posix_fadvise: (m) => [m.descriptor(), '0', '0', '0'],
  sync_file_range: (m) => [m.descriptor(), '0', '0', '0'],
  readahead: (m) => [m.descriptor(), '0', '5'],
  fstatat: (m) => ['AT_FDCWD', m.someFile(), m.opaque('sizeof(struct stat)'), '0'],
  __xstat: (m) => ['1', m.someFile(), m.opaque('sizeof(struct stat)')],
  __lxstat: (m) => ['1', m.someFile(), m.opaque('sizeof(struct stat)')],
  __fxstat: (m) => ['1', m.descriptor(), m.opaque('sizeof(struct stat)')],
  __fxstatat: (m) => ['1', 'AT_FDCWD', m.someFile(), m.opaque('sizeof(struct stat)'), '0'],
  statx: (m) => ['AT_FDCWD', m.someFile(), '0', '0', m.opaque('sizeof(struct statx)')],
  chown: (m) => [m.someFile(), '-1', '-1'],
  lchown: (m) => [m.someFile(), '-1', '-1'],
  fchown: (m) => [m.descriptor(), '-1', '-1'],
  fchownat: (m) => ['AT_FDCWD', m.someFile(), '-1', '-1', '0'],
  mkdir: (m) => [m.string(m.pick(`d${m.serial}`, 'none/none')), '0700'],
  mkdirat: (m) => ['AT_FDCWD', m.string(m.pick(`d${m.serial}`, 'none/none')), '0700'],
  mkfifo: (m) => [m.string(`p${m.serial}`), '0600'],
  mkfifoat: (m) => ['AT_FDCWD', m.string(`p${m.serial}`), '0600'],
  mknod: (m) => [m.string(`p${m.serial}`), 'S_IFIFO | 0600', '0'],
  mknodat: (m) => ['AT_FDCWD', m.string(`p${m.serial}`), 'S_IFIFO | 0600', '0'],
  rmdir: (m) => [m.string(m.pick(folder(m), 'none'))],
  unlink: (m) => [m.someFile()],
  unlinkat: (m) => ['AT_FDCWD', m.someFile(), '0'],
  link: (m) => [m.someFile(), m.string(`${m.path()}b`)],
  linkat: (m) => ['AT_FDCWD', m.someFile(), 'AT_FDCWD', m.string(`${m.path()}b`), '0'],
  symlink: (m) => [m.string('target'), m.string(`${m.path()}s`)],
  symlinkat: (m) => [m.string('target'), 'AT_FDCWD', m.string(`${m.path()}s`)],
  readlink: (m) => {
    m.before.push(`symlink("target", "${m.path()}s");`);
    const size = m.pick(1, 4, 6, 16);
    return [m.string(m.pick(`${m.path()}s`, 'none')), m.room(size), String(size)];
  },
  readlinkat: (m) => ['AT_FDCWD', m.string('none'), m.room(8), '8'],
  chdir: (m) => [m.string(m.pick('.', 'none'))],
  fchdir: () => ['open(".", O_RDONLY)'],
  getcwd: (m) => m.pick(['0', '0'], [m.room(200), '200'], [m.room(2), '2']),
  getwd: (m) => [m.room(4096)],
  confstr: (m) => ['_CS_PATH', m.room(64), '64'],
  realpath: (m) => [m.someFile(), m.pick('0', m.room(4096))],
  mkstemp: (m) => [template(m)],
  mkostemp: (m) => [template(m), '0'],
  mkdtemp: (m) => [template(m)],
  mktemp: (m) => [template(m)],
  mkstemps: (m) => [suffixed(m), '2'],
  mkostemps: (m) => [suffixed(m), '2', '0'],
  getxattr: attribute('read'),
  lgetxattr: attribute('read'),
  fgetxattr: descriptorAttribute('read'),
  setxattr: attribute('write'),
  lsetxattr: attribute('write'),
  fsetxattr: descriptorAttribute('write'),
  removexattr: attribute('none'),
  lremovexattr: attribute('none'),
  fremovexattr: descriptorAttribute('none'),
  select: (m) => {
    m.before.push('struct timeval t = { 0, 0 }; fd_set s; FD_ZERO(&s);');
    return ['1', m.pick('0', '&s'), '0', '0', '&t'];
  },
  pselect: (m) => {
    m.before.push('struct timespec t = { 0, 0 }; fd_set s; FD_ZERO(&s);');
    return ['1', m.pick('0', '&s'), '0', '0', '&t', '0'];
  },
  poll: (m) => [`(void *)${m.block([255, 255, 255, 255, 1, 0, 0, 0])}`, m.pick('0', '1'), '0'],
  ppoll: (m) => {
    m.before.push('struct timespec t = { 0, 0 };');
    return [`(void *)${m.block([255, 255, 255, 255, 1, 0, 0, 0])}`, '1', '&t', '0'];
  },
  __fdelt_chk: (m) => [m.pick('0', '63', '64', '1023')],
  epoll_create: (m) => [m.pick('1', '0')],
  epoll_ctl: (m) => {
    m.before.push('struct epoll_event v = { EPOLLIN, { 0 } }; int ends[2]; pipe(ends);');
    return [m.pick('epoll_create1(0)', '-1'), 'EPOLL_CTL_ADD', 'ends[0]', '&v'];
  },
  epoll_wait: (m) => [
    m.pick('epoll_create1(0)', '-1'),
    `(void *)${m.opaque('4 * sizeof(struct epoll_event)')}`,
    '4',
    '0',
  ],
  epoll_pwait: (m) => [
    m.pick('epoll_create1(0)', '-1'),
    `(void *)${m.opaque('4 * sizeof(struct epoll_event)')}`,
    '4',
    '0',
    '0',
  ],
  opendir: (m) => [m.string(m.pick(folder(m), 'none'))],
  fdopendir: () => ['open(".", O_RDONLY)'],
  closedir: (m) => [directory(m)],
  readdir: (m) => [directory(m)],
  readdir_r: (m) => [directory(m), m.opaque('sizeof(struct dirent)'), `(struct dirent **)${m.cell('7')}`],
  rewinddir: (m) => [directory(m)],
  seekdir: (m) => [directory(m), '0'],
  telldir: (m) => [directory(m)],
  dirfd: (m) => [directory(m)],
  alphasort: (m) => {
    m.before.push('struct dirent x = { .d_name = "a" }, y = { .d_name = "b" }; const struct dirent *a = &x, *b = &y;');
    return m.pick(['&a', '&b'], ['&b', '&a'], ['&a', '&a']);
  },
  versionsort: (m) => {
    m.before.push(
      'struct dirent x = { .d_name = "a9" }, y = { .d_name = "a10" }; const struct dirent *a = &x, *b = &y;',
    );
    return m.pick(['&a', '&b'], ['&b', '&a'], ['&a', '&a']);
  },
  scandir: scanning([]),
  scandirat: scanning(['AT_FDCWD']),
  fnmatch: (m) => [m.string(m.pick('*', 'a*', '[a-c]?', 'x')), m.string(m.pick('abc', 'a', '')), '0'],
  glob: (m) => [m.string(m.pick(`${folder(m)}/*`, 'none*')), '0', '0', m.opaque('sizeof(glob_t)')],
  globfree: (m) => {
    m.before.push('glob_t g; glob("*", 0, 0, &g);');
    return ['&g'];
  },
  wordexp: (m) => [m.string(m.pick('a b', '', '$(')), m.opaque('sizeof(wordexp_t)'), '0'],
  wordfree: (m) => {
    m.before.push('wordexp_t w; wordexp("a b", &w, 0);');
    return ['&w'];
  },
  ftw: walking('(void *)count_visits', []),
  nftw: walking('(void *)count_visits', ['0']),
  regcomp: (m) => [m.opaque('sizeof(regex_t)'), m.string(m.pick('a*', '[', 'x(y)')), m.pick('0', 'REG_EXTENDED')],
  regexec: (m) => {
    m.before.push('regex_t r0; regcomp(&r0, "b(c)", REG_EXTENDED);');
    return [
      '&r0',
      m.string(m.pick('abcd', 'x')),
      m.pick('0', '2'),
      m.pick(`(void *)${m.opaque('2 * sizeof(regmatch_t)')}`),
      '0',
    ];
  },
  regerror: (m) => {
    m.before.push('regex_t r0; int e0 = regcomp(&r0, "[", 0);');
    return ['e0', '&r0', m.room(8), '8'];
  },
  regfree: (m) => {
    m.before.push('regex_t r0; regcomp(&r0, "b(c)", REG_EXTENDED);');
    return ['&r0'];
  },
};
