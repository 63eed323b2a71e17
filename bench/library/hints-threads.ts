// Hints for threads, locks and semaphores, as far as one thread can use them.
// Part of hints.ts.

import type { Hints } from './hints.js';
import { made, nullOr } from './hints-system.js';

const mutexAttribute = (...more: readonly string[]) =>
  made('pthread_mutexattr_t', 'pthread_mutexattr_init(&it)', ...more);
const conditionAttribute = (...more: readonly string[]) =>
  made('pthread_condattr_t', 'pthread_condattr_init(&it)', ...more);
const mutex = (...more: readonly string[]) => made('pthread_mutex_t', 'pthread_mutex_init(&it, 0)', ...more);
const condition = (...more: readonly string[]) => made('pthread_cond_t', 'pthread_cond_init(&it, 0)', ...more);
const lock = (...more: readonly string[]) => made('pthread_rwlock_t', 'pthread_rwlock_init(&it, 0)', ...more);
const locked = made('pthread_rwlock_t', 'pthread_rwlock_init(&it, 0); pthread_rwlock_rdlock(&it)');
const spin = (...more: readonly string[]) => made('pthread_spinlock_t', 'pthread_spin_init(&it, 0)', ...more);
const semaphore = (...more: readonly string[]) => made('sem_t', 'sem_init(&it, 0, 1)', ...more);
const attribute = (...more: readonly string[]) => made('pthread_attr_t', 'pthread_attr_init(&it)', ...more);
const soon = 'struct timespec soon; clock_gettime(CLOCK_REALTIME, &soon); soon.tv_nsec = 0';

export const THREAD_HINTS: Hints = {
  pthread_mutexattr_destroy: mutexAttribute(),
  pthread_mutexattr_settype: mutexAttribute('1'),
  pthread_mutexattr_setpshared: mutexAttribute('0'),
  pthread_mutexattr_setprotocol: mutexAttribute('0'),
  pthread_mutexattr_setrobust: mutexAttribute('0'),
  pthread_condattr_destroy: conditionAttribute(),
  pthread_condattr_setclock: conditionAttribute('1'),
  pthread_condattr_setpshared: conditionAttribute('0'),
  pthread_mutexattr_init: (m) => [`(void *)${m.opaque('sizeof(pthread_mutexattr_t)')}`],
  pthread_condattr_init: (m) => [`(void *)${m.opaque('sizeof(pthread_condattr_t)')}`],
  pthread_rwlockattr_init: (m) => [`(void *)${m.opaque('sizeof(pthread_rwlockattr_t)')}`],
  pthread_rwlockattr_destroy: made('pthread_rwlockattr_t', 'pthread_rwlockattr_init(&it)'),
  pthread_mutex_init: (m) => [m.opaque('sizeof(pthread_mutex_t)'), '0'],
  pthread_mutex_destroy: mutex(),
  pthread_mutex_lock: mutex(),
  pthread_mutex_trylock: mutex(),
  pthread_mutex_unlock: made('pthread_mutex_t', 'pthread_mutex_init(&it, 0); pthread_mutex_lock(&it)'),
  pthread_mutex_timedlock: made('pthread_mutex_t', `pthread_mutex_init(&it, 0); ${soon}`, '&soon'),
  pthread_mutex_consistent: mutex(),
  pthread_cond_init: (m) => [m.opaque('sizeof(pthread_cond_t)'), '0'],
  pthread_cond_destroy: condition(),
  pthread_cond_signal: condition(),
  pthread_cond_broadcast: condition(),
  pthread_cond_timedwait: made(
    'pthread_cond_t',
    `pthread_cond_init(&it, 0); pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); ${soon}`,
    '&m',
    '&soon',
  ),
  pthread_cond_clockwait: made(
    'pthread_cond_t',
    `pthread_cond_init(&it, 0); pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); ${soon}`,
    '&m',
    'CLOCK_REALTIME',
    '&soon',
  ),
  pthread_rwlock_init: (m) => [m.opaque('sizeof(pthread_rwlock_t)'), '0'],
  pthread_rwlock_destroy: lock(),
  pthread_rwlock_rdlock: lock(),
  pthread_rwlock_wrlock: lock(),
  pthread_rwlock_tryrdlock: lock(),
  pthread_rwlock_trywrlock: lock(),
  pthread_rwlock_unlock: locked,
  pthread_spin_init: (m) => [`(void *)${m.opaque('sizeof(pthread_spinlock_t)')}`, '0'],
  pthread_spin_destroy: spin(),
  pthread_spin_lock: spin(),
  pthread_spin_trylock: spin(),
  pthread_spin_unlock: made('pthread_spinlock_t', 'pthread_spin_init(&it, 0); pthread_spin_lock(&it)'),
  pthread_barrier_init: (m) => [m.opaque('sizeof(pthread_barrier_t)'), '0', m.pick('1', '0')],
  pthread_barrier_destroy: made('pthread_barrier_t', 'pthread_barrier_init(&it, 0, 1)'),
  pthread_barrier_wait: made('pthread_barrier_t', 'pthread_barrier_init(&it, 0, 1)'),
  pthread_once: (m) => {
    m.before.push('pthread_once_t it = PTHREAD_ONCE_INIT;');
    m.after.push('say_number("calls", calls);');
    return ['&it', 'count_calls'];
  },
  pthread_key_create: (m) => [`(void *)${m.opaque('sizeof(pthread_key_t)')}`, '0'],
  pthread_key_delete: (m) => {
    m.before.push('pthread_key_t key; pthread_key_create(&key, 0);');
    return ['key'];
  },
  pthread_setspecific: (m) => {
    m.before.push('pthread_key_t key; pthread_key_create(&key, 0);');
    return ['key', m.pick('0', m.block([1]))];
  },
  pthread_getspecific: (m) => {
    const block = m.block([1]);
    m.before.push(`pthread_key_t key; pthread_key_create(&key, 0); pthread_setspecific(key, ${m.pick('0', block)});`);
    return ['key'];
  },
  pthread_attr_init: (m) => [m.opaque('sizeof(pthread_attr_t)')],
  pthread_attr_destroy: attribute(),
  pthread_attr_setdetachstate: attribute('0'),
  pthread_attr_setstacksize: attribute('1 << 20'),
  pthread_attr_setguardsize: attribute('4096'),
  pthread_attr_setscope: attribute('0'),
  pthread_attr_setschedpolicy: attribute('0'),
  pthread_attr_setinheritsched: attribute('0'),
  pthread_attr_setschedparam: made(
    'pthread_attr_t',
    'pthread_attr_init(&it); struct sched_param p = { 0 }',
    '(void *)&p',
  ),
  pthread_attr_getdetachstate: made('pthread_attr_t', 'pthread_attr_init(&it); int state', '&state'),
  pthread_attr_getstacksize: made('pthread_attr_t', 'pthread_attr_init(&it); size_t size', '&size'),
  pthread_attr_getstack: made('pthread_attr_t', 'pthread_attr_init(&it); size_t size; void *stack', '&stack', '&size'),
  pthread_equal: (m) => ['pthread_self()', m.pick('pthread_self()', '0')],
  pthread_setname_np: (m) => ['pthread_self()', m.string(m.pick('name', 'a name that is too long'))],
  pthread_getname_np: (m) => ['pthread_self()', m.room(16), m.pick('16', '2')],
  pthread_getschedparam: (m) => ['pthread_self()', `(void *)${m.opaque('4')}`, `(void *)${m.opaque('4')}`],
  pthread_getcpuclockid: (m) => ['pthread_self()', `(void *)${m.opaque('4')}`],
  pthread_getattr_np: (m) => ['pthread_self()', m.opaque('sizeof(pthread_attr_t)')],
  pthread_kill: () => ['pthread_self()', '0'],
  pthread_setcancelstate: (m) => ['0', nullOr(m, '4')],
  pthread_setcanceltype: (m) => ['0', nullOr(m, '4')],
  sem_init: (m) => [m.opaque('sizeof(sem_t)'), '0', m.pick('0', '1', '0x80000000u')],
  sem_destroy: semaphore(),
  sem_post: semaphore(),
  sem_wait: semaphore(),
  sem_trywait: semaphore(),
  sem_timedwait: made('sem_t', `sem_init(&it, 0, 0); ${soon}`, '&soon'),
  sem_getvalue: made('sem_t', 'sem_init(&it, 0, 1); int value', '&value'),
};
