/* Built-ins of gcc that the front end does not resolve. */

long __builtin_expect(long value, long expected) { return value; }
long __builtin_expect_with_probability(long value, long expected, double probability) { return value; }
void *__builtin_assume_aligned(const void *p, size_t align) { return (void *)p; }
void __builtin_trap(void) { __caulk_never_returns(); }
void __builtin_prefetch(const void *p) {}
void __builtin___clear_cache(void *from, void *to) {}
void __builtin_va_start(void *list) { if (sizeof(va_list) > sizeof(void *)) __caulk_write(list, sizeof(va_list)); }
void __builtin_va_end(void *list) {}
void __builtin_va_copy(void *to, void *from) { if (sizeof(va_list) > sizeof(void *)) { __caulk_read(from, sizeof(va_list)); __caulk_write(to, sizeof(va_list)); } }
void *__builtin_return_address(unsigned level) { return somewhere_or_null(); }
void *__builtin_frame_address(unsigned level) { return somewhere_or_null(); }
void *__builtin_extract_return_addr(void *p) { return somewhere_or_null(); }
void *__builtin_thread_pointer(void) { return somewhere(); }
void __builtin_cpu_init(void);
int __builtin_cpu_supports(const char *name);
int __builtin_cpu_is(const char *name);
int __isOSVersionAtLeast(void);
void __builtin_ia32_pause(void);
unsigned long long __builtin_ia32_rdtsc(void);
int __builtin_clz(unsigned x);
int __builtin_clzl(unsigned long x);
int __builtin_clzll(unsigned long long x);
int __builtin_ctz(unsigned x);
int __builtin_ctzl(unsigned long x);
int __builtin_ctzll(unsigned long long x);
int __builtin_popcount(unsigned x);
int __builtin_popcountl(unsigned long x);
int __builtin_popcountll(unsigned long long x);
int __builtin_parity(unsigned x);
int __builtin_clrsb(int x);
unsigned short __builtin_bswap16(unsigned short x);
unsigned __builtin_bswap32(unsigned x);
unsigned long long __builtin_bswap64(unsigned long long x);
double __builtin_inf(void); float __builtin_inff(void); double __builtin_huge_val(void); float __builtin_huge_valf(void);
double __builtin_nan(const char *s); float __builtin_nanf(const char *s);
int __builtin_isinf(double x); int __builtin_isinf_sign(double x); int __builtin_isfinite(double x); int __builtin_isnormal(double x); int __builtin_signbit(double x);
void __sync_synchronize(void);
void __atomic_thread_fence(int order);
void __atomic_signal_fence(int order);
