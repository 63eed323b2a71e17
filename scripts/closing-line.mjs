// Prints the result of a test run as one plain line: `12 passed, 0 failed`.
// Last step of scripts/check.sh, for readers of the end of a log.

import { readFileSync } from 'node:fs';

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
  readFileSync(process.argv[2], 'utf8'),
);
const skipped = numPendingTests + numTodoTests;
// A test file that cannot be loaded has no tests, yet has failed.
const brokenFiles = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
console.log(
  `${numPassedTests} passed, ${numFailedTests + brokenFiles} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
