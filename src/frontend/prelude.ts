// The prelude: builtins of gcc that behave like functions, as C prototypes. Programs use them without declaration.
// Read by the parser before each unit. Builtins with a syntax or typing of their own are in parser/calls.

import type { Target } from '../types/types.js';

const preludeText = `
typedef __VA_LIST__;
typedef unsigned __int128 __uint128_t;
void __builtin_va_start();
void __builtin_va_end();
void __builtin_va_copy();
void __builtin_trap(void) __attribute__((noreturn));
void __builtin_unreachable(void) __attribute__((noreturn));
void __builtin_abort(void) __attribute__((noreturn));
void __builtin_exit(int) __attribute__((noreturn));
void __builtin__exit(int) __attribute__((noreturn));
void __builtin_longjmp(void *, int) __attribute__((noreturn));
int __builtin_setjmp(void *);
void __builtin_prefetch(const void *, ...);
void __builtin___clear_cache(void *, void *);
void __sync_synchronize(void);
void __atomic_thread_fence(int);
void __atomic_signal_fence(int);
_Bool __atomic_test_and_set(volatile void *, int);
_Bool __atomic_always_lock_free(unsigned long, const volatile void *);
_Bool __atomic_is_lock_free(unsigned long, const volatile void *);
void *__builtin_return_address(unsigned int);
void *__builtin_frame_address(unsigned int);
void *__builtin_extract_return_addr(void *);
void *__builtin_thread_pointer(void);
void *__builtin_apply_args(void);
const char *__builtin_FILE(void);
const char *__builtin_FUNCTION(void);
int __builtin_cpu_supports(const char *);
int __builtin_cpu_is(const char *);
void __builtin_cpu_init(void);
void __builtin_ia32_pause(void);
unsigned long long __builtin_ia32_rdtsc(void);

void *__builtin_malloc(__SIZE_TYPE__) __attribute__((malloc));
void *__builtin_calloc(__SIZE_TYPE__, __SIZE_TYPE__) __attribute__((malloc));
void *__builtin_realloc(void *, __SIZE_TYPE__);
void __builtin_free(void *);
void *__builtin_alloca(__SIZE_TYPE__);
void *__builtin_alloca_with_align(__SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_mempcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memmove(void *, const void *, __SIZE_TYPE__);
void *__builtin_memset(void *, int, __SIZE_TYPE__);
void *__builtin_memchr(const void *, int, __SIZE_TYPE__);
int __builtin_memcmp(const void *, const void *, __SIZE_TYPE__);
void __builtin_bzero(void *, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strlen(const char *);
char *__builtin_strcpy(char *, const char *);
char *__builtin_stpcpy(char *, const char *);
char *__builtin_strncpy(char *, const char *, __SIZE_TYPE__);
char *__builtin_stpncpy(char *, const char *, __SIZE_TYPE__);
char *__builtin_strcat(char *, const char *);
char *__builtin_strncat(char *, const char *, __SIZE_TYPE__);
int __builtin_strcmp(const char *, const char *);
int __builtin_strncmp(const char *, const char *, __SIZE_TYPE__);
int __builtin_strcasecmp(const char *, const char *);
int __builtin_strncasecmp(const char *, const char *, __SIZE_TYPE__);
char *__builtin_strchr(const char *, int);
char *__builtin_strrchr(const char *, int);
char *__builtin_strstr(const char *, const char *);
char *__builtin_strpbrk(const char *, const char *);
__SIZE_TYPE__ __builtin_strspn(const char *, const char *);
__SIZE_TYPE__ __builtin_strcspn(const char *, const char *);
char *__builtin_index(const char *, int);
char *__builtin_rindex(const char *, int);
char *__builtin_strdup(const char *) __attribute__((malloc));
char *__builtin_strndup(const char *, __SIZE_TYPE__) __attribute__((malloc));
int __builtin_printf(const char *, ...);
int __builtin_fprintf(void *, const char *, ...);
int __builtin_sprintf(char *, const char *, ...);
int __builtin_snprintf(char *, __SIZE_TYPE__, const char *, ...);
int __builtin_vsprintf(char *, const char *, __builtin_va_list);
int __builtin_vsnprintf(char *, __SIZE_TYPE__, const char *, __builtin_va_list);
int __builtin_vprintf(const char *, __builtin_va_list);
int __builtin_vfprintf(void *, const char *, __builtin_va_list);
int __builtin_puts(const char *);
int __builtin_putchar(int);
int __builtin_fputs(const char *, void *);
int __builtin_fputc(int, void *);
__SIZE_TYPE__ __builtin_fwrite(const void *, __SIZE_TYPE__, __SIZE_TYPE__, void *);
void *__builtin___memcpy_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___mempcpy_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memmove_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memset_chk(void *, int, __SIZE_TYPE__, __SIZE_TYPE__);
char *__builtin___strcpy_chk(char *, const char *, __SIZE_TYPE__);
char *__builtin___stpcpy_chk(char *, const char *, __SIZE_TYPE__);
char *__builtin___strncpy_chk(char *, const char *, __SIZE_TYPE__, __SIZE_TYPE__);
char *__builtin___stpncpy_chk(char *, const char *, __SIZE_TYPE__, __SIZE_TYPE__);
char *__builtin___strcat_chk(char *, const char *, __SIZE_TYPE__);
char *__builtin___strncat_chk(char *, const char *, __SIZE_TYPE__, __SIZE_TYPE__);
int __builtin___sprintf_chk(char *, int, __SIZE_TYPE__, const char *, ...);
int __builtin___snprintf_chk(char *, __SIZE_TYPE__, int, __SIZE_TYPE__, const char *, ...);
int __builtin___vsprintf_chk(char *, int, __SIZE_TYPE__, const char *, __builtin_va_list);
int __builtin___vsnprintf_chk(char *, __SIZE_TYPE__, int, __SIZE_TYPE__, const char *, __builtin_va_list);
int __builtin_va_arg_pack();
int __builtin_va_arg_pack_len();
int __builtin_isdigit(int);
int __builtin_isalpha(int);
int __builtin_isalnum(int);
int __builtin_isspace(int);
int __builtin_isupper(int);
int __builtin_islower(int);
int __builtin_isprint(int);
int __builtin_ispunct(int);
int __builtin_isxdigit(int);
int __builtin_toupper(int);
int __builtin_tolower(int);

int __builtin_abs(int);
long __builtin_labs(long);
long long __builtin_llabs(long long);
int __builtin_ffs(int);
int __builtin_ffsl(long);
int __builtin_ffsll(long long);
int __builtin_clz(unsigned int);
int __builtin_clzl(unsigned long);
int __builtin_clzll(unsigned long long);
int __builtin_ctz(unsigned int);
int __builtin_ctzl(unsigned long);
int __builtin_ctzll(unsigned long long);
int __builtin_clrsb(int);
int __builtin_clrsbl(long);
int __builtin_clrsbll(long long);
int __builtin_popcount(unsigned int);
int __builtin_popcountl(unsigned long);
int __builtin_popcountll(unsigned long long);
int __builtin_parity(unsigned int);
int __builtin_parityl(unsigned long);
int __builtin_parityll(unsigned long long);
unsigned short __builtin_bswap16(unsigned short);
unsigned int __builtin_bswap32(unsigned int);
unsigned long long __builtin_bswap64(unsigned long long);

int __builtin_isinf(double);
int __builtin_isinf_sign(double);
int __builtin_isinff(float);
int __builtin_isinfl(long double);
int __builtin_isfinite(double);
int __builtin_finite(double);
int __builtin_finitef(float);
int __builtin_finitel(long double);
int __builtin_isnormal(double);
int __builtin_signbit(double);
int __builtin_signbitf(float);
int __builtin_signbitl(long double);
int __builtin_isunordered(double, double);
int __builtin_islessgreater(double, double);
int __builtin_fpclassify(int, int, int, int, int, double);
double __builtin_inf(void);
float __builtin_inff(void);
long double __builtin_infl(void);
double __builtin_huge_val(void);
float __builtin_huge_valf(void);
long double __builtin_huge_vall(void);
double __builtin_nan(const char *);
float __builtin_nanf(const char *);
long double __builtin_nanl(const char *);
double __builtin_nans(const char *);
float __builtin_nansf(const char *);
long double __builtin_nansl(const char *);
__float128 __builtin_inff128(void);
__float128 __builtin_infq(void);
__float128 __builtin_huge_valf128(void);
__float128 __builtin_huge_valq(void);
__float128 __builtin_nanf128(const char *);
__float128 __builtin_nanq(const char *);
__float128 __builtin_fabsf128(__float128);
__float128 __builtin_copysignf128(__float128, __float128);
MATH1(fabs) MATH1(sqrt) MATH1(floor) MATH1(ceil) MATH1(trunc) MATH1(round) MATH1(rint) MATH1(nearbyint)
MATH1(sin) MATH1(cos) MATH1(tan) MATH1(asin) MATH1(acos) MATH1(atan) MATH1(sinh) MATH1(cosh) MATH1(tanh)
MATH1(asinh) MATH1(acosh) MATH1(atanh) MATH1(exp) MATH1(exp2) MATH1(expm1) MATH1(log) MATH1(log2) MATH1(log10)
MATH1(log1p) MATH1(logb) MATH1(cbrt) MATH1(erf) MATH1(erfc) MATH1(tgamma) MATH1(lgamma)
MATH2(pow) MATH2(fmod) MATH2(atan2) MATH2(hypot) MATH2(copysign) MATH2(fmax) MATH2(fmin) MATH2(fdim)
MATH2(nextafter) MATH2(remainder)
double __builtin_ldexp(double, int);
float __builtin_ldexpf(float, int);
long double __builtin_ldexpl(long double, int);
double __builtin_frexp(double, int *);
float __builtin_frexpf(float, int *);
long double __builtin_frexpl(long double, int *);
double __builtin_modf(double, double *);
double __builtin_fma(double, double, double);
long __builtin_lrint(double);
long __builtin_lround(double);
long __builtin_lrintf(float);
long long __builtin_llrint(double);
long long __builtin_llround(double);
int __builtin_ilogb(double);
double __builtin_scalbn(double, int);
double __builtin_powi(double, int);
double __builtin_cabs(double _Complex);
double _Complex __builtin_cexp(double _Complex);
double __builtin_creal(double _Complex);
double __builtin_cimag(double _Complex);
double _Complex __builtin_conj(double _Complex);
float _Complex __builtin_conjf(float _Complex);
float __builtin_crealf(float _Complex);
float __builtin_cimagf(float _Complex);
`;

/** The prelude for a target, its few macros expanded. */
export function preludeFor(target: Target): string {
  const math = (n: 1 | 2, name: string): string =>
    (['', 'f', 'l'] as const)
      .map((suffix) => {
        const type = suffix === '' ? 'double' : suffix === 'f' ? 'float' : 'long double';
        return `${type} __builtin_${name}${suffix}(${Array(n).fill(type).join(', ')});`;
      })
      .join('\n');
  return preludeText
    .replaceAll('__SIZE_TYPE__', target.size)
    .replaceAll('__VA_LIST__', vaList(target))
    .replace(/MATH1\((\w+)\)/g, (_, name: string) => math(1, name))
    .replace(/MATH2\((\w+)\)/g, (_, name: string) => math(2, name));
}

/** Programs see its size and how it is passed; the members are the implementation's own. */
function vaList({ vaList: { kind, size }, pointerSize }: Target): string {
  if (kind === 'pointer') return 'char *__builtin_va_list';
  const record = `struct __va_list_tag { void *words[${size / pointerSize}]; }`;
  return `${record} __builtin_va_list${kind === 'array' ? '[1]' : ''}`;
}
