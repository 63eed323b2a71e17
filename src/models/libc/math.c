/* math.h, fenv.h: numbers only, except for a few results through pointers. */

double acos(double x); float acosf(float x); long double acosl(long double x);
double asin(double x); float asinf(float x); long double asinl(long double x);
double atan(double x); float atanf(float x); long double atanl(long double x);
double cos(double x); float cosf(float x); long double cosl(long double x);
double sin(double x); float sinf(float x); long double sinl(long double x);
double tan(double x); float tanf(float x); long double tanl(long double x);
double acosh(double x); float acoshf(float x); long double acoshl(long double x);
double asinh(double x); float asinhf(float x); long double asinhl(long double x);
double atanh(double x); float atanhf(float x); long double atanhl(long double x);
double cosh(double x); float coshf(float x); long double coshl(long double x);
double sinh(double x); float sinhf(float x); long double sinhl(long double x);
double tanh(double x); float tanhf(float x); long double tanhl(long double x);
double exp(double x); float expf(float x); long double expl(long double x);
double exp2(double x); float exp2f(float x); long double exp2l(long double x);
double exp10(double x); float exp10f(float x); long double exp10l(long double x);
double expm1(double x); float expm1f(float x); long double expm1l(long double x);
double log(double x); float logf(float x); long double logl(long double x);
double log2(double x); float log2f(float x); long double log2l(long double x);
double log10(double x); float log10f(float x); long double log10l(long double x);
double log1p(double x); float log1pf(float x); long double log1pl(long double x);
double logb(double x); float logbf(float x); long double logbl(long double x);
double sqrt(double x); float sqrtf(float x); long double sqrtl(long double x);
double cbrt(double x); float cbrtf(float x); long double cbrtl(long double x);
double fabs(double x); float fabsf(float x); long double fabsl(long double x);
double floor(double x); float floorf(float x); long double floorl(long double x);
double ceil(double x); float ceilf(float x); long double ceill(long double x);
double trunc(double x); float truncf(float x); long double truncl(long double x);
double round(double x); float roundf(float x); long double roundl(long double x);
double rint(double x); float rintf(float x); long double rintl(long double x);
double nearbyint(double x); float nearbyintf(float x); long double nearbyintl(long double x);
double roundeven(double x); float roundevenf(float x); long double roundevenl(long double x);
double erf(double x); float erff(float x); long double erfl(long double x);
double erfc(double x); float erfcf(float x); long double erfcl(long double x);
double tgamma(double x); float tgammaf(float x); long double tgammal(long double x);
extern int signgam;
double lgamma(double x) { signgam = __caulk_nondet(); return __caulk_nondet_double(); }
float lgammaf(float x) { return lgamma(x); }
long double lgammal(long double x) { return lgamma(x); }
double gamma(double x) { return lgamma(x); }
float gammaf(float x) { return lgamma(x); }
long double gammal(long double x) { return lgamma(x); }
double significand(double x); float significandf(float x); long double significandl(long double x);
double j0(double x); float j0f(float x); long double j0l(long double x);
double j1(double x); float j1f(float x); long double j1l(long double x);
double y0(double x); float y0f(float x); long double y0l(long double x);
double y1(double x); float y1f(float x); long double y1l(long double x);
double pow(double x, double y); float powf(float x, float y); long double powl(long double x, long double y);
double fmod(double x, double y); float fmodf(float x, float y); long double fmodl(long double x, long double y);
double atan2(double x, double y); float atan2f(float x, float y); long double atan2l(long double x, long double y);
double hypot(double x, double y); float hypotf(float x, float y); long double hypotl(long double x, long double y);
double copysign(double x, double y); float copysignf(float x, float y); long double copysignl(long double x, long double y);
double fmax(double x, double y); float fmaxf(float x, float y); long double fmaxl(long double x, long double y);
double fmin(double x, double y); float fminf(float x, float y); long double fminl(long double x, long double y);
double fdim(double x, double y); float fdimf(float x, float y); long double fdiml(long double x, long double y);
double nextafter(double x, double y); float nextafterf(float x, float y); long double nextafterl(long double x, long double y);
double remainder(double x, double y); float remainderf(float x, float y); long double remainderl(long double x, long double y);
double drem(double x, double y); float dremf(float x, float y); long double dreml(long double x, long double y);
double scalb(double x, double y); float scalbf(float x, float y); long double scalbl(long double x, long double y);
double fma(double x, double y, double z); float fmaf(float x, float y, float z); long double fmal(long double x, long double y, long double z);
double ldexp(double x, int n); float ldexpf(float x, int n); long double ldexpl(long double x, int n);
double scalbn(double x, int n); float scalbnf(float x, int n); long double scalbnl(long double x, int n);
double scalbln(double x, long n); float scalblnf(float x, long n); long double scalblnl(long double x, long n);
double frexp(double x, int *n); float frexpf(float x, int *n); long double frexpl(long double x, int *n);
double modf(double x, double *whole); float modff(float x, float *whole); long double modfl(long double x, long double *whole);
double remquo(double x, double y, int *n); float remquof(float x, float y, int *n); long double remquol(long double x, long double y, int *n);
double lgamma_r(double x, int *sign); float lgammaf_r(float x, int *sign); long double lgammal_r(long double x, int *sign);
void sincos(double x, double *sine, double *cosine); void sincosf(float x, float *sine, float *cosine); void sincosl(long double x, long double *sine, long double *cosine);
double nan(const char *tag); float nanf(const char *tag); long double nanl(const char *tag);
long lrint(double x); long lrintf(float x); long lrintl(long double x);
long lround(double x); long lroundf(float x); long lroundl(long double x);
long long llrint(double x); long long llrintf(float x); long long llrintl(long double x);
long long llround(double x); long long llroundf(float x); long long llroundl(long double x);
int ilogb(double x); int ilogbf(float x); int ilogbl(long double x);
int isnan(double x); int isnanf(float x); int isnanl(long double x);
int isinf(double x); int isinff(float x); int isinfl(long double x);
int finite(double x); int finitef(float x); int finitel(long double x);
int __fpclassify(double x); int __fpclassifyf(float x); int __fpclassifyl(long double x);
int __signbit(double x); int __signbitf(float x); int __signbitl(long double x);
int __isnan(double x); int __isnanf(float x); int __isnanl(long double x);
int __isinf(double x); int __isinff(float x); int __isinfl(long double x);
int __finite(double x); int __finitef(float x); int __finitel(long double x);
int __iscanonical(double x); int __iscanonicalf(float x); int __iscanonicall(long double x);
double powi(double x, int n);
int feclearexcept(int exceptions);
int feraiseexcept(int exceptions);
int fetestexcept(int exceptions);
int fegetround(void);
int fesetround(int mode);
int feenableexcept(int exceptions);
int fedisableexcept(int exceptions);
int fegetenv(void *e) { __caulk_write(e, 32); return __caulk_nondet(); }
int fesetenv(const void *e) { return __caulk_nondet(); }
int feholdexcept(void *e) { __caulk_write(e, 32); return __caulk_nondet(); }
int feupdateenv(const void *e) { return __caulk_nondet(); }
