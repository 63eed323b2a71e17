/* Verification tasks; their inputs, __VERIFIER_nondet_*, are known to the engines. */

void reach_error(void) { __caulk_never_returns(); }
void __VERIFIER_error(void) { __caulk_never_returns(); }
void __VERIFIER_assume(int condition) { if (!condition) __caulk_never_returns(); }
