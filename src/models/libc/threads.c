/* pthread.h, semaphore.h, threads.h. A thread may run to its end as soon as it is started, or later: then its argument
   escapes. Other interleavings are not followed. */

struct pthread_attributes {
  char bytes[sizeof(void *) == 8 ? 56 : 36];
};

struct pthread_mutex {
  char bytes[sizeof(void *) == 8 ? 40 : 24];
};

struct pthread_condition {
  char bytes[48];
};

struct pthread_rwlock {
  char bytes[sizeof(void *) == 8 ? 56 : 32];
};

struct pthread_barrier {
  char bytes[sizeof(void *) == 8 ? 32 : 20];
};

struct semaphore {
  char bytes[sizeof(void *) == 8 ? 32 : 16];
};

int pthread_create(unsigned long *thread, const struct pthread_attributes *attributes, void *(*start)(void *), void *argument) {
  if (attributes)
    __caulk_read(attributes, sizeof *attributes);
  __caulk_write(thread, sizeof *thread);
  if (__caulk_nondet())
    return 11;
  __caulk_unfollowed();
  if (__caulk_nondet())
    __caulk_escape(start(argument));
  else
    __caulk_escape(argument);
  return 0;
}

int pthread_join(unsigned long thread, void **result) { if (result) *result = __caulk_nondet_pointer(); return __caulk_nondet(); }
int pthread_tryjoin_np(unsigned long thread, void **result) { return pthread_join(thread, result); }
int pthread_timedjoin_np(unsigned long thread, void **result, const struct timespec *t) { return pthread_join(thread, result); }
int pthread_detach(unsigned long thread);
void pthread_exit(void *result) { __caulk_escape(result); __caulk_never_returns(); }
unsigned long pthread_self(void);
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }
int pthread_kill(unsigned long thread, int number);
int pthread_cancel(unsigned long thread);
int pthread_setcancelstate(int state, int *old) { if (old) *old = __caulk_nondet(); return __caulk_nondet(); }
int pthread_setcanceltype(int type, int *old) { return pthread_setcancelstate(type, old); }
void pthread_testcancel(void);
int pthread_setname_np(unsigned long thread, const char *name);
int pthread_getname_np(unsigned long thread, char *to, size_t size) { __caulk_write(to, size); return __caulk_nondet(); }
int pthread_setaffinity_np(unsigned long thread, size_t size, const void *set) { __caulk_read(set, size); return __caulk_nondet(); }
int pthread_getaffinity_np(unsigned long thread, size_t size, void *set) { __caulk_write(set, size); return __caulk_nondet(); }
int pthread_setschedparam(unsigned long thread, int policy, const int *parameters);
int pthread_getschedparam(unsigned long thread, int *policy, int *parameters);
int pthread_getcpuclockid(unsigned long thread, int *clock);
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) { __caulk_unfollowed(); return __caulk_nondet(); }
int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *handle) { __caulk_unfollowed(); return __caulk_nondet(); }
int pthread_once(int *control, void (*f)(void)) { __caulk_write(control, sizeof *control); if (__caulk_nondet()) f(); return 0; }

/* The value of a key escapes, and may be passed to the key's destructor. */
int pthread_key_create(unsigned *key, void (*destroy)(void *)) { __caulk_write(key, sizeof *key); if (destroy) __caulk_unfollowed(); return __caulk_nondet(); }
int pthread_key_delete(unsigned key);
int pthread_setspecific(unsigned key, const void *value) { if (value) { __caulk_escape(value); __caulk_unfollowed(); } return __caulk_nondet(); }
void *pthread_getspecific(unsigned key) { return somewhere_or_null(); }

int pthread_attr_init(struct pthread_attributes *a);
int pthread_attr_destroy(struct pthread_attributes *a);
int pthread_attr_setdetachstate(struct pthread_attributes *a, int state);
int pthread_attr_getdetachstate(const struct pthread_attributes *a, int *state);
int pthread_attr_setstacksize(struct pthread_attributes *a, size_t size);
int pthread_attr_getstacksize(const struct pthread_attributes *a, size_t *size);
int pthread_attr_setguardsize(struct pthread_attributes *a, size_t size);
int pthread_attr_setscope(struct pthread_attributes *a, int scope);
int pthread_attr_setschedpolicy(struct pthread_attributes *a, int policy);
int pthread_attr_setschedparam(struct pthread_attributes *a, const int *parameters);
int pthread_attr_setinheritsched(struct pthread_attributes *a, int inherit);
int pthread_attr_getstack(const struct pthread_attributes *a, void **stack, size_t *size) { *stack = somewhere(); *size = some_size(); return __caulk_nondet(); }
int pthread_getattr_np(unsigned long thread, struct pthread_attributes *a);

int pthread_mutex_init(struct pthread_mutex *m, const int *attributes) { __caulk_write(m, sizeof *m); if (attributes) __caulk_read(attributes, 4); return __caulk_nondet(); }
int pthread_mutex_destroy(struct pthread_mutex *m);
int pthread_mutex_lock(struct pthread_mutex *m);
int pthread_mutex_trylock(struct pthread_mutex *m);
int pthread_mutex_timedlock(struct pthread_mutex *m, const struct timespec *t);
int pthread_mutex_unlock(struct pthread_mutex *m);
int pthread_mutex_consistent(struct pthread_mutex *m);
int pthread_mutexattr_init(int *a);
int pthread_mutexattr_destroy(int *a);
int pthread_mutexattr_settype(int *a, int type);
int pthread_mutexattr_setpshared(int *a, int shared);
int pthread_mutexattr_setprotocol(int *a, int protocol);
int pthread_mutexattr_setrobust(int *a, int robust);
int pthread_cond_init(struct pthread_condition *c, const int *attributes) { __caulk_write(c, sizeof *c); if (attributes) __caulk_read(attributes, 4); return __caulk_nondet(); }
int pthread_cond_destroy(struct pthread_condition *c);
int pthread_cond_wait(struct pthread_condition *c, struct pthread_mutex *m);
int pthread_cond_timedwait(struct pthread_condition *c, struct pthread_mutex *m, const struct timespec *t);
int pthread_cond_clockwait(struct pthread_condition *c, struct pthread_mutex *m, int clock, const struct timespec *t);
int pthread_cond_signal(struct pthread_condition *c);
int pthread_cond_broadcast(struct pthread_condition *c);
int pthread_condattr_init(int *a);
int pthread_condattr_destroy(int *a);
int pthread_condattr_setclock(int *a, int clock);
int pthread_condattr_setpshared(int *a, int shared);
int pthread_rwlock_init(struct pthread_rwlock *l, const void *attributes) { __caulk_write(l, sizeof *l); if (attributes) __caulk_read(attributes, 8); return __caulk_nondet(); }
int pthread_rwlock_destroy(struct pthread_rwlock *l);
int pthread_rwlock_rdlock(struct pthread_rwlock *l);
int pthread_rwlock_wrlock(struct pthread_rwlock *l);
int pthread_rwlock_tryrdlock(struct pthread_rwlock *l);
int pthread_rwlock_trywrlock(struct pthread_rwlock *l);
int pthread_rwlock_unlock(struct pthread_rwlock *l);
int pthread_rwlockattr_init(long *a);
int pthread_rwlockattr_destroy(long *a);
int pthread_spin_init(int *lock, int shared);
int pthread_spin_destroy(int *lock);
int pthread_spin_lock(int *lock);
int pthread_spin_trylock(int *lock);
int pthread_spin_unlock(int *lock);
int pthread_barrier_init(struct pthread_barrier *b, const int *attributes, unsigned count) { __caulk_write(b, sizeof *b); return __caulk_nondet(); }
int pthread_barrier_destroy(struct pthread_barrier *b);
int pthread_barrier_wait(struct pthread_barrier *b);

int sem_init(struct semaphore *s, int shared, unsigned value);
int sem_destroy(struct semaphore *s);
int sem_post(struct semaphore *s);
int sem_wait(struct semaphore *s);
int sem_trywait(struct semaphore *s);
int sem_timedwait(struct semaphore *s, const struct timespec *t);
int sem_getvalue(const struct semaphore *s, int *value);
struct semaphore *sem_open(const char *name, int flags, ...) { __caulk_string(name); return somewhere_or_null(); }
int sem_close(struct semaphore *s);
int sem_unlink(const char *name);
