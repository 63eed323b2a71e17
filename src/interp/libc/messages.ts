// The names and messages of errors and signals of Linux, as glibc spells them in the C locale.
// Tables behind strerror, strsignal and related functions: one line for each, from number 0 or 1 without gaps.

/** `NAME message`; numbers that mean nothing have no name. */
const ERRORS = `
0 Success
EPERM Operation not permitted
ENOENT No such file or directory
ESRCH No such process
EINTR Interrupted system call
EIO Input/output error
ENXIO No such device or address
E2BIG Argument list too long
ENOEXEC Exec format error
EBADF Bad file descriptor
ECHILD No child processes
EAGAIN Resource temporarily unavailable
ENOMEM Cannot allocate memory
EACCES Permission denied
EFAULT Bad address
ENOTBLK Block device required
EBUSY Device or resource busy
EEXIST File exists
EXDEV Invalid cross-device link
ENODEV No such device
ENOTDIR Not a directory
EISDIR Is a directory
EINVAL Invalid argument
ENFILE Too many open files in system
EMFILE Too many open files
ENOTTY Inappropriate ioctl for device
ETXTBSY Text file busy
EFBIG File too large
ENOSPC No space left on device
ESPIPE Illegal seek
EROFS Read-only file system
EMLINK Too many links
EPIPE Broken pipe
EDOM Numerical argument out of domain
ERANGE Numerical result out of range
EDEADLK Resource deadlock avoided
ENAMETOOLONG File name too long
ENOLCK No locks available
ENOSYS Function not implemented
ENOTEMPTY Directory not empty
ELOOP Too many levels of symbolic links
-
ENOMSG No message of desired type
EIDRM Identifier removed
ECHRNG Channel number out of range
EL2NSYNC Level 2 not synchronized
EL3HLT Level 3 halted
EL3RST Level 3 reset
ELNRNG Link number out of range
EUNATCH Protocol driver not attached
ENOCSI No CSI structure available
EL2HLT Level 2 halted
EBADE Invalid exchange
EBADR Invalid request descriptor
EXFULL Exchange full
ENOANO No anode
EBADRQC Invalid request code
EBADSLT Invalid slot
-
EBFONT Bad font file format
ENOSTR Device not a stream
ENODATA No data available
ETIME Timer expired
ENOSR Out of streams resources
ENONET Machine is not on the network
ENOPKG Package not installed
EREMOTE Object is remote
ENOLINK Link has been severed
EADV Advertise error
ESRMNT Srmount error
ECOMM Communication error on send
EPROTO Protocol error
EMULTIHOP Multihop attempted
EDOTDOT RFS specific error
EBADMSG Bad message
EOVERFLOW Value too large for defined data type
ENOTUNIQ Name not unique on network
EBADFD File descriptor in bad state
EREMCHG Remote address changed
ELIBACC Can not access a needed shared library
ELIBBAD Accessing a corrupted shared library
ELIBSCN .lib section in a.out corrupted
ELIBMAX Attempting to link in too many shared libraries
ELIBEXEC Cannot exec a shared library directly
EILSEQ Invalid or incomplete multibyte or wide character
ERESTART Interrupted system call should be restarted
ESTRPIPE Streams pipe error
EUSERS Too many users
ENOTSOCK Socket operation on non-socket
EDESTADDRREQ Destination address required
EMSGSIZE Message too long
EPROTOTYPE Protocol wrong type for socket
ENOPROTOOPT Protocol not available
EPROTONOSUPPORT Protocol not supported
ESOCKTNOSUPPORT Socket type not supported
EOPNOTSUPP Operation not supported
EPFNOSUPPORT Protocol family not supported
EAFNOSUPPORT Address family not supported by protocol
EADDRINUSE Address already in use
EADDRNOTAVAIL Cannot assign requested address
ENETDOWN Network is down
ENETUNREACH Network is unreachable
ENETRESET Network dropped connection on reset
ECONNABORTED Software caused connection abort
ECONNRESET Connection reset by peer
ENOBUFS No buffer space available
EISCONN Transport endpoint is already connected
ENOTCONN Transport endpoint is not connected
ESHUTDOWN Cannot send after transport endpoint shutdown
ETOOMANYREFS Too many references: cannot splice
ETIMEDOUT Connection timed out
ECONNREFUSED Connection refused
EHOSTDOWN Host is down
EHOSTUNREACH No route to host
EALREADY Operation already in progress
EINPROGRESS Operation now in progress
ESTALE Stale file handle
EUCLEAN Structure needs cleaning
ENOTNAM Not a XENIX named type file
ENAVAIL No XENIX semaphores available
EISNAM Is a named type file
EREMOTEIO Remote I/O error
EDQUOT Disk quota exceeded
ENOMEDIUM No medium found
EMEDIUMTYPE Wrong medium type
ECANCELED Operation canceled
ENOKEY Required key not available
EKEYEXPIRED Key has expired
EKEYREVOKED Key has been revoked
EKEYREJECTED Key was rejected by service
EOWNERDEAD Owner died
ENOTRECOVERABLE State not recoverable
ERFKILL Operation not possible due to RF-kill
EHWPOISON Memory page has hardware error
`
  .trim()
  .split('\n');

const SIGNALS = `
HUP Hangup
INT Interrupt
QUIT Quit
ILL Illegal instruction
TRAP Trace/breakpoint trap
ABRT Aborted
BUS Bus error
FPE Floating point exception
KILL Killed
USR1 User defined signal 1
SEGV Segmentation fault
USR2 User defined signal 2
PIPE Broken pipe
ALRM Alarm clock
TERM Terminated
STKFLT Stack fault
CHLD Child exited
CONT Continued
STOP Stopped (signal)
TSTP Stopped
TTIN Stopped (tty input)
TTOU Stopped (tty output)
URG Urgent I/O condition
XCPU CPU time limit exceeded
XFSZ File size limit exceeded
VTALRM Virtual timer expired
PROF Profiling timer expired
WINCH Window changed
POLL I/O possible
PWR Power failure
SYS Bad system call
`
  .trim()
  .split('\n');

function wordsAt(table: readonly string[], at: number): readonly [name: string, message: string] | null {
  const line = table[at];
  if (line === undefined || line === '-') return null;
  const end = line.indexOf(' ');
  return [line.slice(0, end), line.slice(end + 1)];
}

export const errorNamed = (code: number) => wordsAt(ERRORS, code);
export const signalNamed = (signal: number) => wordsAt(SIGNALS, signal - 1);

/** strerror. */
export const errorText = (code: number): string => errorNamed(code)?.[1] ?? `Unknown error ${code}`;

const [FIRST_REAL_TIME, LAST] = [34, 64];

/** strsignal. */
export function signalText(signal: number): string {
  if (signal >= FIRST_REAL_TIME && signal <= LAST) return `Real-time signal ${signal - FIRST_REAL_TIME}`;
  return signalNamed(signal)?.[1] ?? `Unknown signal ${signal}`;
}
