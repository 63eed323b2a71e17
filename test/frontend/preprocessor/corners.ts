// Texts for the corners of preprocessing: the examples of C17 6.10 and what goes wrong in practice.
// Each is preprocessed by gcc, by clang and by us; see preprocessor.test.ts.

export const CORNERS: Readonly<Record<string, string>> = {
  'rescanning and redefinition (6.10.3.5, example 3)': `
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
`,
  'strings and pasting (examples 4 and 5)': `
#define xstr(s) str(s)
#define str(s) # s
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", \\
 x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\\0d", "abc", '\\4') // this goes away
== 0) str(: @\\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p[] = join(x, y);
`,
  'placemarkers (example 7)': `
#define t(x,y,z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,),
t(10,,), t(,11,), t(,,12), t(,,) };
`,
  'variable arguments': `
#define debug(...) fprintf(stderr, __VA_ARGS__)
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test):\\
printf(__VA_ARGS__))
debug("Flag");
debug("X = %d\\n", x);
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);
#define e(fmt, args...) pr(fmt , ## args)
#define e2(fmt, ...) pr(fmt, ## __VA_ARGS__)
#define e3(...) pr(a , ## __VA_ARGS__)
e("x") e("x",) e("x", 1, 2) e2("y") e2("y",) e2("z", e2("q")) e3() e3(1) e3(x,x)
`,
  __VA_OPT__: `
#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
F(a, b, c) F() F(EMP) G(a, b, c) G(a, ) G(a)
SDEF(foo);
SDEF(bar, 1, 2);
#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__
#define H3(X, ...) X __VA_OPT__(a (X) b) c
H2(a,b,c,d) H3(,0) H3(1) H3(,)
`,
  'blue paint': `
#define A B
#define B A
A B A B
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define f2(a) a*g2
#define g2(a) f2(a)
f2(2)(9)
#define foo foo a bar
#define bar foo b
foo bar
#define EMPTY
#define DEFER(id) id EMPTY
#define OBSTRUCT(...) __VA_ARGS__ DEFER(EMPTY)()
#define EXPAND(...) __VA_ARGS__
#define REPEAT() AGAIN
#define AGAIN() x OBSTRUCT(REPEAT)()()
EXPAND(EXPAND(AGAIN()))
`,
  'spaces that keep tokens apart': `
#define plus +
#define minus -
#define EMPTY
#define id(x) x
plus+ +plus minus-minus -minus plus plus x minus>1 minus=2 -id(-1) id(x)id(y) id(1)id(.5) id(x)1
& && id(&)& id(<)<id(=) <id(:) id(%)id(>) /id(*) id(.)5  id(e)'x' id(L)"x" L'c' u8"x"
EMPTY # not directive
id( a )( id( b)id(c ) )
`,
  stringizing: `
#define str(x) #x
#define xstr(x) str(x)
str( a   b
  c "d\\n" 'e"' ) str("\\"") str(a/**/b) str( ) str('\\0' "\\\\") xstr(xstr(a "b")) str(+ +)
`,
  'arguments over several lines': `
#define multi(a, b) a b
#define id(x) x
multi(1,
  2) multi (3
,4) multi
multi(
id(
x
), y) z
id
(1) id

2
id(
#if 1
yes
#else
no
#endif
)
last
`,
  conditions: `
#if 1 - 1 || (2 > 1 && -1 < 0u) ? 0 : 1
unsigned
#elif -1 > 0u
converted
#endif
#if 0x7fffffffffffffff + 1 < 0
wraps
#endif
#if -9223372036854775807 - 1 < 0 && 18446744073709551615u == -1 && (-1 >> 1) == -1 && ~0u == 18446744073709551615u
limits
#endif
#if 'a' == 97 && '\\377' < 0 && '\\n' == 10 && L'a' == 97 && 'ab' == 24930 && '\\x41' == 'A' && '\\'' == 39
chars
#endif
#if 1 || 1 / 0
short
#endif
#if 0 && (1 % 0)
never
#endif
#define HAS defined(X) || defined Y
#define Y
#if HAS
made by a macro
#endif
#if UNKNOWN + 1 == 1 && 010 == 8 && 0b11 == 3 && 5 / -2 == -2 && 5 % -3 == 2 && 1 << 3 == 8
values
#endif
#if (2, 3) == 3
comma
#endif
#ifdef X
#error no
#  ifdef Y
#  endif
#elif 0
#else
nested
#endif
#if 0
#if 1
#elif 1
#else
#endif
don't "worry
#bogus
#endif
#if 1 ? 2 ? 0 : 4 : 5
#else
right
#endif
`,
  'lines and files': `
one __LINE__ __FILE__ __BASE_FILE__ __INCLUDE_LEVEL__
#line 100
two __LINE__ \\
 __LINE__
#line 200 "other.c"
three __LINE__ __FILE__
#define LINE __LINE__
#define NAME "named.c"
#line LINE NAME
four LINE __FILE__
# 300 "marked.h" 3
five LINE
__COUNTER__ __COUNTER__ __COUNTER__
a /* comment
over lines */ b



c








d
`,
  pragmas: `
#define X 1
#pragma push_macro("X")
#undef X
#define X 2
X
#pragma pop_macro("X")
X
#pragma GCC diagnostic push
#pragma STDC FP_CONTRACT ON
#pragma pack(push, X)
#ident "x"
_Pragma("pack(pop)") after
#define P(x) _Pragma(#x) x
int y;
P(omp parallel) z
`,
  'splices and comments': `
#def\\
ine AB\\
C 1 // comment \\
   goes on
ABC A\\
BC "str\\
ing" /\\
* comment *\\
/ x+\\
+ .\\
.\\
.
/* a */ # /* b */ define /* c */ D /* d */ 5 /* e
*/ int n = D;
`,
  'odd definitions': `
#define EMPTY_ARGS() ()
#define f(x, y) [x|y]
#define g f
#define LPAREN (
#define OBJ (x) x
#define dollar$ 1
EMPTY_ARGS() f(,) f((a,b),c) f( [a,b) g LPAREN 1, 2) OBJ dollar$ f
#undef f
f(1, 2) 1.2.3e+4 0x1p-3 5..2 .5.e 1e+x a...b <::><%%> ??= ??/
`,
};
