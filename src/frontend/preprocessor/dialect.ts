// Where languages and compilers differ in what a token is, and in what directives there are.
// Found out by asking the compiler (compiler-facts.ts); part of what a token file is made for.

export interface Dialect {
  readonly trigraphs: boolean;
  /** `//` starts a comment. */
  readonly lineComments: boolean;
  /** `1'000` */
  readonly separators: boolean;
  /** `u"…"`, `U"…"` and `u8"…"` */
  readonly unicode: boolean;
  /** `u8'…'` */
  readonly unicodeBytes: boolean;
  /** `R"x(…)x"` */
  readonly raw: boolean;
  readonly vaOpt: boolean;
  /** `#elifdef` and `#elifndef` */
  readonly elifdef: boolean;
  /** The standard to the letter: `, ## __VA_ARGS__` is nothing special where no argument is missing. */
  readonly strict: boolean;
  /** `true` is 1 in #if. */
  readonly truth: boolean;
  /** Plain `char` is unsigned in #if. */
  readonly unsignedChars: boolean;
  /** `__LINE__` in an invocation of several lines is its last, not its first. */
  readonly linesAtEnd: boolean;
}
