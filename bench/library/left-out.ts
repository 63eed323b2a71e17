// Functions that the bench cannot run, by name or pattern, with the reason.
// A model that is neither exercised nor listed here fails the bench.

export interface LeftOut {
  readonly names: RegExp;
  readonly reason: string;
}

export const LEFT_OUT: readonly LeftOut[] = [
  { names: /^(l|ll|imax)?div$/, reason: 'returns a structure, which the harness does not print' },
  {
    names:
      /^(socket|socketpair|bind|connect|listen|shutdown|sockatmark|accept4?|getsockname|getpeername|[gs]etsockopt|(send|recv)(to|from|m?msg)?|__recvfrom_chk|__cmsg_nxthdr)$/,
    reason: 'needs sockets',
  },
  {
    names:
      /^(get|set|end)(host|serv|proto|net|netgr)(ent|byname2?|byaddr|byport|bynumber)(_r)?$|^(getnameinfo|innetgr|__res_init)$/,
    reason: 'asks the network or its databases',
  },
  {
    names:
      /^(tc\w+|ttyname(_r)?|vhangup|openpty|forkpty|login_tty|posix_openpt|grantpt|unlockpt|ptsname(_r)?|getpass)$/,
    reason: 'needs a terminal',
  },
  {
    names: /^(v?fork|daemon|wait[34]?|waitpid|waitid|exec\w+|fexecve|posix_spawnp?)$/,
    reason: 'makes, replaces or waits for processes',
  },
  {
    names:
      /^(_?exit|_Exit|quick_exit|abort|__assert\w*|__stack_chk_fail|__chk_fail|v?errx?|errc|__builtin_trap|reach_error|__VERIFIER_error|error|error_at_line|__VERIFIER_assume)$/,
    reason: 'ends the program, or may',
  },
  {
    names: /^(atexit|at_quick_exit|on_exit|__cxa_atexit|pthread_atfork|__register_atfork)$/,
    reason: 'registers code that runs later',
  },
  {
    names:
      /^set(e?[ug]id|re[ug]id|res[ug]id|fs[ug]id|groups|pgid|pgrp|sid|priority|rlimit|hostname|timeofday|ns)$|^(initgroups|clock_settime|unshare|chroot|pivot_root|mount|umount2?|swapo(n|ff)|reboot|acct|sched_set\w+|pthread_setschedparam|pthread_setaffinity_np|lckpwdf|ulckpwdf|mlockall|munlockall)$/,
    reason: 'changes the identity or the state of the system',
  },
  { names: /^__isOSVersionAtLeast$/, reason: "asks Apple's systems for their version" },
  { names: /^(pause|sigsuspend|sigwait|sigwaitinfo|killpg)$/, reason: 'waits for a signal, or sends one to others' },
  {
    names:
      /^(pthread_(create|join|tryjoin_np|timedjoin_np|detach|exit|cancel|testcancel|yield|cond_wait|getaffinity_np)|thrd_\w+|sem_open|sem_close|sem_unlink)$/,
    reason: 'needs threads, or other processes',
  },
  {
    names: /^(shm\w+|sem(get|ctl|op)|timer_\w+)$/,
    reason: 'shares objects with other processes, or outlives the call',
  },
  {
    names: /^(ptrace|prctl|syscall|personality|brk|sbrk|fcloseall|sync|syncfs|closefrom|close_range|clearenv)$/,
    reason: 'reaches beyond the call into the process or the kernel',
  },
  {
    names:
      /^(get|set|end|put)(sp|ut|utx|sg)(ent|nam|line|id)$|^(pututx?line|utmpx?name|updwtmpx?|logwtmp|[fs]get(sp|sg)ent|crypt)$/,
    reason: 'reads or writes the databases of passwords and logins',
  },
  { names: /^(gets|scanf|vscanf)$/, reason: 'reads standard input' },
  { names: /^(openlog|closelog|setlogmask|v?syslog|__v?syslog_chk)$/, reason: 'writes to the log of the system' },
  {
    names: /^(__uflow|__underflow|__overflow)$/,
    reason: 'internal to the C library: preconditions are not documented',
  },
  {
    names: /^(__builtin_va_\w+|__builtin_thread_pointer|__builtin_ia32_pause)$/,
    reason: 'has no meaning as a call of its own',
  },
  {
    names: /^(getdate|newlocale|duplocale|uselocale|freelocale|nl_langinfo_l|strftime_l|strtod_l|strtol_l)$/,
    reason: 'needs locales or files that are not part of every system',
  },
];

export const reasonToLeaveOut = (name: string): string | null =>
  LEFT_OUT.find(({ names }) => names.test(name))?.reason ?? null;

/** Functions of other C libraries, of older versions, of libraries beside, and those that are linked statically. */
const ELSEWHERE =
  /^(errc|warnc|recallocarray|cfree|freezero|fpurge|fgetln|strtonum|mergesort|heapsort|timingsafe_(b|mem)cmp|strlcpy|strlcat|strnstr|__iscanonicalf?|powi|crypt|atexit|at_quick_exit|pthread_atfork)$/;

/** Is it known that not every C library has it? */
export const mayBeAbsent = (name: string): boolean => ELSEWHERE.test(name);
