// The headers of the C library, and which of them a compiler accepts together with given flags.
// For tests that read all of them in several modes of the compiler.

import { spawnSync } from 'node:child_process';

/** Standard C, POSIX, and extensions of glibc. */
export const HEADERS: readonly string[] = [
  'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic',
  'stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype',
  'aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue net/if netdb',
  'netinet/in netinet/tcp nl_types poll pthread pwd regex sched search semaphore spawn strings sys/ipc sys/mman sys/msg',
  'sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un',
  'sys/utsname sys/wait syslog tar termios ulimit unistd utime utmpx wordexp',
  'alloca ar argp argz arpa/nameser byteswap elf endian envz err error execinfo fpu_control fstab fts getopt gshadow',
  'ieee754 ifaddrs libintl link malloc mcheck memory mntent net/ethernet net/if_arp net/route netinet/ether',
  'netinet/icmp6 netinet/if_ether netinet/igmp netinet/ip netinet/ip6 netinet/ip_icmp netinet/udp netpacket/packet',
  'obstack paths printf pty resolv sgtty shadow stdio_ext sys/auxv sys/epoll sys/eventfd sys/fanotify sys/file',
  'sys/inotify sys/ioctl sys/klog sys/mount sys/param sys/personality sys/poll sys/prctl sys/procfs sys/ptrace sys/queue',
  'sys/random sys/reboot sys/sendfile sys/signalfd sys/statfs sys/swap sys/syscall sys/sysinfo sys/sysmacros sys/timeb',
  'sys/timerfd sys/timex sys/ucontext sys/user sys/xattr sysexits ttyent ucontext utmp values',
].flatMap((line) => line.split(' ').map((name) => `${name}.h`));

export const including = (headers: readonly string[]): string => headers.map((name) => `#include <${name}>\n`).join('');

/** The headers that the compiler accepts in sequence. Headers with errors are omitted. */
export function acceptedHeaders(flags: readonly string[], headers: readonly string[] = HEADERS): readonly string[] {
  const { status, stderr } = compile([...flags, '-fsyntax-only', '-w', '-fmax-errors=0'], including(headers));
  if (status === 0) return headers;
  const blamed = new Set([...stderr.matchAll(/<stdin>:(\d+)/g)].map(([, line]) => Number(line) - 1));
  if (blamed.size === 0) throw new Error(stderr);
  return acceptedHeaders(
    flags,
    headers.filter((_, i) => !blamed.has(i)),
  );
}

export const preprocessed = (flags: readonly string[], text: string): string =>
  compile([...flags, '-E', '-w'], text).stdout;

function compile(flags: readonly string[], text: string) {
  const options = { input: text, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return spawnSync('gcc', [...flags, '-x', 'c', '-'], options);
}
