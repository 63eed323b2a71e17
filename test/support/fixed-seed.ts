// Properties are tried with the same values on every run; CAULK_SEED chooses others.
// Imported for its effect by every test that has properties.

import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.CAULK_SEED ?? 1) });
