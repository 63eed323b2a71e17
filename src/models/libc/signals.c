/* signal.h. Handlers may run at any time. */

struct signal_set {
  char bytes[128];
};

struct sigaction {
  void *handler;
  char rest[sizeof(void *) == 8 ? 144 : 136];
};

void *signal(int number, void (*handler)(int)) { __caulk_later(handler); return __caulk_nondet_pointer(); }
void *sigset(int number, void (*handler)(int)) { return signal(number, handler); }

int sigaction(int number, const struct sigaction *act, struct sigaction *old) {
  if (act) {
    __caulk_read(act, sizeof *act);
    __caulk_later(act->handler);
  }
  if (old) {
    __caulk_write(old, sizeof *old);
    old->handler = __caulk_nondet_pointer();
  }
  return __caulk_nondet();
}

int sigemptyset(struct signal_set *s);
int sigfillset(struct signal_set *s);
int sigaddset(struct signal_set *s, int number);
int sigdelset(struct signal_set *s, int number);
int sigismember(const struct signal_set *s, int number);
int sigprocmask(int how, const struct signal_set *s, struct signal_set *old) { if (s) __caulk_read(s, sizeof *s); if (old) __caulk_write(old, sizeof *old); return __caulk_nondet(); }
int pthread_sigmask(int how, const struct signal_set *s, struct signal_set *old) { return sigprocmask(how, s, old); }
int sigpending(struct signal_set *s);
int sigsuspend(const struct signal_set *s);
int sigwait(const struct signal_set *s, int *number);
int sigwaitinfo(const struct signal_set *s, void *info) { __caulk_read(s, sizeof *s); if (info) __caulk_write(info, 128); return __caulk_nondet(); }
int sigtimedwait(const struct signal_set *s, void *info, const struct timespec *t) { __caulk_read(t, sizeof *t); return sigwaitinfo(s, info); }
int signalfd(int fd, const struct signal_set *s, int flags);
int siginterrupt(int number, int flag);
int sigaltstack(const void *stack, void *old) { if (stack) { __caulk_read(stack, 3 * sizeof(void *)); __caulk_escape(stack); __caulk_unfollowed(); } if (old) __caulk_write(old, 3 * sizeof(void *)); return __caulk_nondet(); }
int kill(int pid, int number);
int killpg(int group, int number);
int raise(int number);
int tgkill(int group, int thread, int number);
void psignal(int number, const char *s) { read_optional(s); }
int __libc_current_sigrtmin(void);
int __libc_current_sigrtmax(void);
int sigisemptyset(const struct signal_set *s);
const char *sigdescr_np(int number) { return somewhere_or_null(); }
const char *sigabbrev_np(int number) { return somewhere_or_null(); }
