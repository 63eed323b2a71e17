/* stdlib.h, malloc.h: memory. It is uninitialised except where the function initialises it. */

void *malloc(size_t size) { return __caulk_alloc(size); }

/* A product that wraps fails. */
void *calloc(size_t count, size_t size) {
  void *p;
  if (__caulk_wraps(count, size))
    return 0;
  p = __caulk_alloc(count * size);
  if (p)
    __caulk_clear(p, count * size);
  return p;
}

void free(void *p) { __caulk_free(p); }

static void *resized(void *old, size_t size) {
  void *p = __caulk_alloc(size);
  if (p && old) {
    __caulk_move(p, old);
    __caulk_free(old);
  }
  return p;
}

/* Size 0 frees, as glibc does. */
void *realloc(void *old, size_t size) {
  if (__caulk_is_zero(size) && old) {
    __caulk_free(old);
    return 0;
  }
  return resized(old, size);
}

void *reallocarray(void *old, size_t count, size_t size) {
  if (__caulk_wraps(count, size)) {
    if (old)
      __caulk_move(old, old); /* must be there all the same */
    return 0;
  }
  if (__caulk_is_zero(count) || size == 0)
    return realloc(old, 0);
  return resized(old, count * size);
}

void *recallocarray(void *old, size_t old_count, size_t count, size_t size) {
  void *p = calloc(count, size);
  if (p && old) {
    __caulk_move(p, old);
    __caulk_free(old);
  }
  return p;
}

/* The usual ones are named, because few domains know about bits. */
static int is_power_of_two(size_t n) {
  switch (n) {
  case 1: case 2: case 4: case 8: case 16: case 32: case 64: case 128: case 256: case 512: case 1024: case 2048: case 4096:
    return 1;
  }
  return n != 0 && (n & (n - 1)) == 0;
}

/* Some versions refuse other alignments than powers of two, some round them up. */
void *aligned_alloc(size_t align, size_t size) {
  if (!is_power_of_two(align) && __caulk_nondet())
    return 0;
  return __caulk_alloc(size);
}
void *memalign(size_t align, size_t size) { return __caulk_alloc(size); }
void *valloc(size_t size) { return __caulk_alloc(size); }
void *pvalloc(size_t size) { return __caulk_alloc(size); }

/* The pointer is unchanged if the call fails. */
int posix_memalign(void **out, size_t align, size_t size) {
  void *p;
  if (align % sizeof(void *) != 0 || !is_power_of_two(align))
    return 22;
  p = __caulk_alloc(size);
  if (!p)
    return 12;
  *out = p;
  return 0;
}

void cfree(void *p) { __caulk_free(p); }
void freezero(void *p, size_t size) { if (p) __caulk_write(p, size); __caulk_free(p); }

size_t malloc_usable_size(void *p) { if (p) __caulk_read(p, 1); return some_size(); }
int malloc_trim(size_t pad);
int mallopt(int what, int value);

/* ---- sys/mman.h: not heap memory, never reported as a leak ---- */

void *mmap(void *at, size_t size, int protection, int flags, int fd, long offset) {
  void *p;
  if (__caulk_nondet())
    return (void *)-1;
  p = somewhere();
  __caulk_released_by(p, "munmap");
  return p;
}

int munmap(void *p, size_t size) { return __caulk_nondet(); }
int mprotect(void *p, size_t size, int protection) { return __caulk_nondet(); }
int msync(void *p, size_t size, int flags) { return __caulk_nondet(); }
int madvise(void *p, size_t size, int advice) { return __caulk_nondet(); }
int posix_madvise(void *p, size_t size, int advice) { return __caulk_nondet(); }
int mlock(const void *p, size_t size) { return __caulk_nondet(); }
int munlock(const void *p, size_t size) { return __caulk_nondet(); }
int mlockall(int flags);
int munlockall(void);
int mincore(void *p, size_t size, unsigned char *out) { __caulk_write(out, (size + 4095) / 4096); return __caulk_nondet(); }
int shm_open(const char *name, int flags, unsigned mode) { __caulk_string(name); return number_or_failure(); }
int shm_unlink(const char *name);
int memfd_create(const char *name, unsigned flags) { __caulk_string(name); return number_or_failure(); }
int shmget(int key, size_t size, int flags);
void *shmat(int id, const void *at, int flags) { return __caulk_nondet() ? somewhere() : (void *)-1; }
int shmdt(const void *p) { return __caulk_nondet(); }
void *mremap(void *old, size_t size, size_t new_size, int flags, ...) { return __caulk_nondet() ? somewhere() : (void *)-1; }
void *sbrk(ssize_t increment) { return somewhere(); }
int brk(void *p) { return __caulk_nondet(); }
int shmctl(int id, int command, void *out) { if (out) __caulk_write(out, sizeof(void *) == 8 ? 112 : 84); return __caulk_nondet(); }
