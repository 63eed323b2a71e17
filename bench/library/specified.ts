// What of a result the standards specify, by function; the rest is not compared with the interpreter.
// Engines must cover what happened even where it is unspecified.

import type { Specified } from './call.js';
import type { Signature } from './signatures.js';

const SIGNS =
  /^(__builtin_)?(mem|str|w?mem|wcs)n?(case)?(cmp|coll|verscmp)$|^(bcmp|strverscmp|strncasecmp|wcsncasecmp|alphasort|versionsort)$/;

/** The classes of characters and of numbers are true or false. */
const TRUTHS =
  /^(is(alpha|digit|alnum|space|upper|lower|print|graph|punct|cntrl|xdigit|blank|ascii)|isw\w+|wctype|(__)?(is(nan|inf)|finite)[fl]?|__signbit[fl]?|__builtin_(signbit|is\w+)|feof|ferror|__f(reading|writing|readable|writable))$/;

/** No result at all says more than whether it failed. */
const SUCCESS = /^(fputs|puts|fputws|bcmp|perror|hcreate)$/;

/** A descriptor is any number. */
const DESCRIPTORS =
  /^(open(at)?|__open(at)?_2|creat|dup[23]?|eventfd|timerfd_create|inotify_init1?|epoll_create1?|memfd_create|signalfd|fileno|dirfd)$/;

export function looseResult(name: string): Specified {
  if (SIGNS.test(name)) return 'sign';
  if (DESCRIPTORS.test(name)) return 'success';
  return TRUTHS.test(name) || SUCCESS.test(name) ? 'truth' : 'exactly';
}

/** Time, identity, names and limits of the system; streams that are not what the function needs. */
const SYSTEM: readonly RegExp[] = [
  /^(time|clock|times|difftime_now|gettimeofday|clock_gettime|clock_getres|timespec_get|getitimer|adjtimex|adjtime)$/,
  /^get(e?[ug]id|pid|ppid|tid|pgid|pgrp|sid|res[ug]id|groups|rusage|rlimit|priority|loadavg|entropy|random|auxval|hostid|hostname|domainname|dtablesize|pagesize)$/,
  /^(prlimit|uname|sysinfo|sched_\w+|get_nprocs\w*|gnu_get_libc_version|sysconf|pathconf|fpathconf|confstr)$/,
  /^(getpw\w+|getgr\w+|getlogin(_r)?|cuserid|getifaddrs|if_nameindex|if_indextoname|popen|system|pclose)$/,
  /^(getcwd|get_current_dir_name|getwd|realpath|canonicalize_file_name|tmpnam|tempnam|ctermid|mkd?s?o?s?temps?|mktemp)$/,
  /^(f|l)?stat(at|x|fs|vfs)?$|^fstat(fs|vfs)$|^__(f|l)?xstat(at)?$/,
  /^(arc4random\w*|rand|random|[dlmenj]rand48|strfry)$/,
  /^(localeconv|setlocale|nl_langinfo|textdomain|bindtextdomain|bind_textdomain_codeset)$/,
  /^(mallopt|malloc_trim|malloc_usable_size|backtrace\w*|dl\w+|sbrk)$/,
  /^__builtin_(cpu_\w+|ia32_rdtsc|\w*return_addr\w*|frame_address|thread_pointer)$/,
  /^(__wprintf_chk|wprintf|putwchar)$/, // the harness has made standard output one of bytes (C17 7.21.2)
  /^(pthread_self|pthread_getcpuclockid|pthread_getattr_np|isatty|umask|getopt\w*|alarm)$/,
];

export const isSystemDependent = (name: string): boolean => SYSTEM.some((pattern) => pattern.test(name));

/** errno after success is unspecified, and many of these set it in passing; mathematics may set it or raise an exception. */
const OPEN_FILES =
  /^(math|stdio|formats|files|directories|locale|time|process|users|terminal|threads|signals|wide|builtins|netdb|regex|search)\.c$/;

export const leavesErrnoOpen = ({ file }: Signature): boolean => OPEN_FILES.test(file);

/**
 * The results that say that an array is too small: it then holds as much as the library happened to write (C17 7.27.3.5, 7.29.2.3).
 */
const TOO_SMALL: Readonly<Record<string, string>> = {
  strftime: '0',
  wcsftime: '0',
  swprintf: '-1',
  vswprintf: '-1',
  __swprintf_chk: '-1',
  __vswprintf_chk: '-1',
};

export const leavesMemoryOpen = (name: string, result: string | undefined): boolean =>
  result !== undefined && TOO_SMALL[name] === result;

/** Undefined, but no access to memory that is not there: the sanitizer checks it, caulk has no rule for it (C17 7.24.2.1). */
export const isOutsideOfRules = (error: string): boolean => error === 'overlap';

/** New blocks that the library keeps and hands out: they are not the caller's to free. */
const KEPT =
  /^(strerror|strsignal|textdomain|bindtextdomain|bind_textdomain_codeset|tsearch|tdelete|setlocale|gmtime|localtime|dlerror)$/;

export const keepsResult = (name: string): boolean => KEPT.test(name);
