// Hints for time, processes, signals, users, addresses, locales: as much as a program can do to itself.
// Part of hints.ts; what cannot be run at all is in left-out.ts.

import { textBytes } from './call.js';
import type { Hint, Hints } from './hints.js';
import type { Maker } from './maker.js';

const instant = (m: Maker): string => {
  m.before.push(`time_t when = ${m.pick('0', '1', '-1', '1700000000', '2147483648', '951782400')};`);
  return '&when';
};

const calendar = (m: Maker): string => {
  m.before.push(
    `struct tm t = { .tm_year = ${m.pick('70', '100', '124')}, .tm_mon = ${m.pick('0', '11', '14')}, .tm_mday = ${m.pick('1', '31', '0')}, .tm_hour = 5, .tm_wday = 3 };`,
  );
  m.after.push('say_number("year", t.tm_year); say_number("day", t.tm_yday);');
  return '&t';
};

/** All members are in their ranges. */
const valid = (m: Maker): string => {
  m.before.push(
    `struct tm t = { .tm_year = ${m.pick('70', '124')}, .tm_mon = ${m.pick('0', '11')}, .tm_mday = 31, .tm_wday = 3 };`,
  );
  return '&t';
};

export const nullOr = (m: Maker, size: string): string => m.pick('0', `(void *)${m.opaque(size)}`);
export const made =
  (type: string, statement: string, ...more: readonly string[]): Hint =>
  (m) => {
    m.before.push(`${type} it; ${statement};`);
    return ['&it', ...more];
  };
const actions = (...more: readonly string[]) =>
  made('posix_spawn_file_actions_t', 'posix_spawn_file_actions_init(&it)', ...more);
const spawnAttribute = (...more: readonly string[]) => made('posix_spawnattr_t', 'posix_spawnattr_init(&it)', ...more);
const signals = (...more: readonly string[]) => made('sigset_t', 'sigemptyset(&it)', ...more);
const number: Hint = (m) => {
  m.before.push('sigset_t it; sigemptyset(&it);');
  return ['&it', m.pick('1', '9', '64', '0', '-1', '65')];
};
const translated: Hint = (m) => [m.string()];
const entry =
  (structure: string, first: (m: Maker) => readonly string[]): Hint =>
  (m) => [...first(m), m.opaque(`sizeof(${structure})`), m.room(512), m.pick('512', '4'), `(void *)${m.cell('7')}`];
const words: Hint = (m) => {
  m.before.push('char *words[] = { "p", "-a", "-b", "x", "y", 0 };');
  return ['5', 'words', m.string(m.pick('ab:', 'a', ''))];
};

export const SYSTEM_HINTS: Hints = {
  time: (m) => [m.pick('0', `(void *)${m.opaque('sizeof(time_t)')}`)],
  mktime: (m) => [calendar(m)],
  timegm: (m) => [calendar(m)],
  timelocal: (m) => [calendar(m)],
  localtime: (m) => [instant(m)],
  gmtime: (m) => [instant(m)],
  ctime: (m) => [instant(m)],
  localtime_r: (m) => [instant(m), m.opaque('sizeof(struct tm)')],
  gmtime_r: (m) => [instant(m), m.opaque('sizeof(struct tm)')],
  ctime_r: (m) => [instant(m), m.room(26)],
  asctime: (m) => [valid(m)],
  asctime_r: (m) => [valid(m), m.room(26)],
  strftime: (m) => [
    m.room(16),
    m.pick('16', '0', '3'),
    m.string(m.pick('%Y-%m-%d', '%H', '', '%%', '%Y-%m-%dT%H:%M:%S')),
    calendar(m),
  ],
  strptime: (m) => [m.string(m.pick('2000-01-02', 'x', '')), m.string('%Y-%m-%d'), m.opaque('sizeof(struct tm)')],
  difftime: (m) => [m.pick('0', '5'), m.pick('3', '-1')],
  gettimeofday: (m) => [nullOr(m, 'sizeof(struct timeval)'), nullOr(m, 'sizeof(struct timezone)')],
  clock_gettime: (m) => [m.pick('CLOCK_REALTIME', '77'), m.opaque('sizeof(struct timespec)')],
  clock_getres: (m) => [m.pick('CLOCK_REALTIME', '77'), nullOr(m, 'sizeof(struct timespec)')],
  timespec_get: (m) => [m.opaque('sizeof(struct timespec)'), m.pick('TIME_UTC', '77')],
  nanosleep: (m) => {
    m.before.push(`struct timespec t = { 0, ${m.pick('1', '-1')} };`);
    return ['&t', nullOr(m, 'sizeof(struct timespec)')];
  },
  clock_nanosleep: (m) => {
    m.before.push(`struct timespec t = { 0, ${m.pick('1', '-1')} };`);
    return ['CLOCK_MONOTONIC', '0', '&t', nullOr(m, 'sizeof(struct timespec)')];
  },
  getitimer: (m) => [m.pick('ITIMER_REAL', '77'), m.opaque('sizeof(struct itimerval)')],
  setitimer: (m) => {
    m.before.push('struct itimerval v = { { 0, 0 }, { 100, 0 } };');
    return ['ITIMER_VIRTUAL', '&v', nullOr(m, 'sizeof(struct itimerval)')];
  },
  times: (m) => [m.opaque('4 * sizeof(clock_t)')],
  adjtimex: (m) => [`(void *)${zero(m, '208')}`],
  adjtime: (m) => ['0', nullOr(m, 'sizeof(struct timeval)')],
  utime: (m) => [m.someFile(), '0'],
  utimes: (m) => [m.someFile(), '0'],
  lutimes: (m) => [m.someFile(), '0'],
  futimes: (m) => [m.descriptor(), '0'],
  futimesat: (m) => ['AT_FDCWD', m.someFile(), '0'],
  utimensat: (m) => ['AT_FDCWD', m.someFile(), '0', '0'],
  futimens: (m) => [m.descriptor(), '0'],
  usleep: () => ['1'],
  sleep: () => ['0'],
  alarm: () => ['0'],
  nice: () => ['0'],
  getpgid: (m) => [m.pick('0', '-1')],
  getsid: (m) => [m.pick('0', '-1')],
  getgroups: () => ['0', '0'],
  getgrouplist: (m) => {
    m.before.push('int n = 4;');
    return [m.string('root'), '0', `(void *)${m.opaque('4 * sizeof(gid_t)')}`, '&n'];
  },
  getresuid: (m) => [three(m), three(m), three(m)],
  getresgid: (m) => [three(m), three(m), three(m)],
  getrusage: (m) => [m.pick('RUSAGE_SELF', '77'), m.opaque('sizeof(struct rusage)')],
  getrlimit: (m) => [m.pick('RLIMIT_NOFILE', '77'), m.opaque('sizeof(struct rlimit)')],
  prlimit: (m) => ['0', 'RLIMIT_NOFILE', '0', nullOr(m, 'sizeof(struct rlimit)')],
  getpriority: () => ['PRIO_PROCESS', '0'],
  gethostname: (m) => [m.room(64), m.pick('64', '1')],
  getdomainname: (m) => [m.room(64), '64'],
  sched_getaffinity: (m) => ['0', '128', m.opaque('128')],
  __sched_cpucount: (m) => ['16', m.data(16)],
  __sched_cpualloc: (m) => [m.pick('1', '64', '65', '1024')],
  __sched_cpufree: (m) => [m.block([1, 2, 3, 4, 5, 6, 7, 8], 'heap')],
  sched_get_priority_max: (m) => [m.pick('SCHED_FIFO', '77')],
  sched_get_priority_min: (m) => [m.pick('SCHED_FIFO', '77')],
  sched_getscheduler: () => ['0'],
  getauxval: (m) => [m.pick('6', '9999')],
  personality: () => ['0xffffffff'],
  dlopen: (m) => [m.pick('0', m.string('none.so')), 'RTLD_NOW'],
  dlsym: (m) => ['RTLD_DEFAULT', m.string(m.pick('malloc', 'no_such_symbol'))],
  dlvsym: (m) => ['RTLD_DEFAULT', m.string('malloc'), m.string('none')],
  dlclose: () => ['dlopen(0, RTLD_NOW)'],
  dladdr: (m) => ['&errno', m.opaque('sizeof(Dl_info)')],
  backtrace: (m) => [`(void **)${m.opaque('4 * sizeof(void *)')}`, '4'],
  backtrace_symbols: (m) => {
    m.before.push('void *where[4]; int depth = backtrace(where, 4);');
    return ['where', 'depth'];
  },
  backtrace_symbols_fd: (m) => {
    m.before.push('void *where[4]; int depth = backtrace(where, 4), null = open("/dev/null", O_WRONLY);');
    return ['where', 'depth', 'null'];
  },
  dl_iterate_phdr: (m) => {
    m.after.push('say_number("called", calls > 0);');
    return ['(void *)count_visits', '0'];
  },
  posix_spawn_file_actions_init: (m) => [m.opaque('sizeof(posix_spawn_file_actions_t)')],
  posix_spawn_file_actions_destroy: actions(),
  posix_spawn_file_actions_addclose: actions('3'),
  posix_spawn_file_actions_adddup2: actions('3', '4'),
  posix_spawn_file_actions_addopen: actions('3', '"x"', '0', '0'),
  posix_spawnattr_destroy: spawnAttribute(),
  posix_spawnattr_setflags: spawnAttribute('0'),
  posix_spawnattr_setpgroup: spawnAttribute('0'),
  posix_spawnattr_setsigmask: (m) => {
    m.before.push('posix_spawnattr_t it; posix_spawnattr_init(&it); sigset_t s; sigemptyset(&s);');
    return ['&it', '&s'];
  },
  posix_spawnattr_setsigdefault: (m) => {
    m.before.push('posix_spawnattr_t it; posix_spawnattr_init(&it); sigset_t s; sigemptyset(&s);');
    return ['&it', '&s'];
  },
  sigaddset: number,
  sigdelset: number,
  sigismember: number,
  sigisemptyset: signals(),
  sigprocmask: (m) => ['SIG_BLOCK', '0', nullOr(m, 'sizeof(sigset_t)')],
  pthread_sigmask: (m) => ['SIG_BLOCK', '0', nullOr(m, 'sizeof(sigset_t)')],
  sigtimedwait: (m) => {
    m.before.push('sigset_t it; sigemptyset(&it); struct timespec t = { 0, 0 };');
    return ['&it', '0', '&t'];
  },
  sigaction: (m) => ['SIGUSR1', '0', nullOr(m, 'sizeof(struct sigaction)')],
  sigaltstack: (m) => ['0', nullOr(m, 'sizeof(stack_t)')],
  signalfd: (m) => {
    m.before.push('sigset_t it; sigemptyset(&it);');
    return ['-1', '&it', '0'];
  },
  signal: () => ['SIGUSR1', 'SIG_IGN'],
  sigset: () => ['SIGUSR1', 'SIG_IGN'],
  siginterrupt: () => ['SIGUSR1', '1'],
  kill: (m) => ['getpid()', m.pick('0', '77')],
  raise: () => ['0'],
  tgkill: () => ['getpid()', 'gettid()', '0'],
  psignal: (m) => ['9', m.pick('0', m.string())],
  sigdescr_np: (m) => [m.pick('9', '77', '0')],
  sigabbrev_np: (m) => [m.pick('9', '77', '0')],
  htonl: (m) => [m.pick('1', '0xffffffffu', '0x01020304')],
  inet_addr: (m) => [m.string(m.pick('127.0.0.1', '1.2', 'x', '255.255.255.255'))],
  inet_aton: (m) => [m.string(m.pick('127.0.0.1', 'x')), `(void *)${m.room(4)}`],
  inet_ntoa: (m) => {
    m.before.push('struct in_addr address = { 0x0100007f };');
    return ['address'];
  },
  inet_pton: (m) =>
    m.pick(
      ['AF_INET', m.string(m.pick('127.0.0.1', 'x')), m.room(4)],
      ['AF_INET6', m.string(m.pick('::1', 'x')), m.room(16)],
      ['77', m.string('x'), m.room(16)],
    ),
  inet_ntop: (m) => ['AF_INET', m.data(4), m.room(16), m.pick('16', '4')],
  if_nametoindex: (m) => [m.string(m.pick('none', ''))],
  if_indextoname: (m) => [m.pick('1', '9999'), m.room(16)],
  if_freenameindex: (m) => {
    m.before.push('struct if_nameindex *all = if_nameindex();');
    return ['all'];
  },
  __h_errno_location: () => [],
  hstrerror: (m) => [m.pick('1', '77')],
  gai_strerror: (m) => [m.pick('-2', '77')],
  herror: (m) => [m.pick('0', m.string())],
  setlocale: (m) => [m.pick('LC_ALL', '77'), m.pick('0', m.string(m.pick('C', 'none')))],
  nl_langinfo: (m) => [m.pick('CODESET', 'DAY_1', '99999')],
  gettext: translated,
  dgettext: (m) => [m.pick('0', m.string('x')), m.string()],
  dcgettext: (m) => [m.pick('0', m.string('x')), m.string(), 'LC_MESSAGES'],
  ngettext: (m) => [m.string(), m.string(), m.pick('0', '1', '2')],
  dngettext: (m) => ['0', m.string(), m.string(), m.pick('0', '1', '2')],
  dcngettext: (m) => ['0', m.string(), m.string(), m.pick('0', '1', '2'), 'LC_MESSAGES'],
  textdomain: (m) => [m.pick('0', m.string('caulk'))],
  bindtextdomain: (m) => [m.string('caulk'), m.pick('0', m.string('/tmp'))],
  bind_textdomain_codeset: (m) => [m.string('caulk'), m.pick('0', m.string('UTF-8'))],
  iconv_open: (m) => [m.string(m.pick('UTF-8', 'none')), m.string('LATIN1')],
  iconv_close: () => ['iconv_open("UTF-8", "LATIN1")'],
  iconv: (m) => {
    const from = m.block(textBytes('abc'));
    const to = m.room(8);
    m.before.push('size_t in = 3, out = 8;');
    m.after.push('say_number("in", in); say_number("out", out);');
    return ['iconv_open("UTF-8", "LATIN1")', `(char **)${m.cell(from)}`, '&in', `(char **)${m.cell(to)}`, '&out'];
  },
  getpwnam: (m) => [m.string(m.pick('root', 'nobody-of-this-name'))],
  getpwuid: (m) => [m.pick('0', '99999')],
  getgrnam: (m) => [m.string(m.pick('root', 'nobody-of-this-name'))],
  getgrgid: (m) => [m.pick('0', '99999')],
  getpwnam_r: entry('struct passwd', (m) => [m.string(m.pick('root', 'nobody-of-this-name'))]),
  getpwuid_r: entry('struct passwd', (m) => [m.pick('0', '99999')]),
  getgrnam_r: entry('struct group', (m) => [m.string(m.pick('root', 'nobody-of-this-name'))]),
  getgrgid_r: entry('struct group', (m) => [m.pick('0', '99999')]),
  getlogin_r: (m) => [m.room(32), '32'],
  system: (m) => [m.pick('0', m.string('true'))],
  getaddrinfo: (m) => {
    m.before.push('struct addrinfo hints = { .ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM };');
    return [
      m.string(m.pick('127.0.0.1', 'not a number')),
      m.pick('0', m.string('80')),
      '&hints',
      `(void *)${m.cell('7')}`,
    ];
  },
  freeaddrinfo: (m) => {
    m.before.push(
      'struct addrinfo hints = { .ai_flags = AI_NUMERICHOST }, *list = 0; getaddrinfo("127.0.0.1", 0, &hints, &list);',
    );
    return ['list'];
  },
  getifaddrs: (m) => [`(void *)${m.cell('7')}`],
  freeifaddrs: (m) => {
    m.before.push('struct ifaddrs *list = 0; getifaddrs(&list);');
    return ['list'];
  },
  cuserid: (m) => [m.pick('0', m.room(9))],
  getopt: words,
  getopt_long: (m) => {
    m.before.push(
      'struct option all[] = { { "long", 0, 0, 1 }, { 0, 0, 0, 0 } }; char *words[] = { "p", "--long", "x", 0 };',
    );
    return ['3', 'words', m.string('a'), 'all', nullOr(m, 'sizeof(int)')];
  },
  getopt_long_only: (m) => {
    m.before.push(
      'struct option all[] = { { "long", 0, 0, 1 }, { 0, 0, 0, 0 } }; char *words[] = { "p", "-long", "x", 0 };',
    );
    return ['3', 'words', m.string('a'), 'all', nullOr(m, 'sizeof(int)')];
  },
  cfsetispeed: (m) => [zero(m, 'sizeof(struct termios)'), m.pick('B9600', '77')],
  cfsetospeed: (m) => [zero(m, 'sizeof(struct termios)'), m.pick('B9600', '77')],
  cfsetspeed: (m) => [zero(m, 'sizeof(struct termios)'), m.pick('B9600', '77')],
};

function zero(m: Maker, size: string): string {
  const name = m.opaque(size);
  if (name !== '0') m.before.push(`memset(${name}, 0, ${size});`);
  return name;
}

function three(m: Maker): string {
  return `(void *)${m.opaque('sizeof(uid_t)')}`;
}
