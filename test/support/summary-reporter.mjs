/** One plain line at the end of a run, for machines that count: `1540 passed, 0 failed, 2 skipped`. */
export default class SummaryReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }) {
    // A file that does not even load has no tests to count, and is a failure all the same.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    process.stdout.write(`\n${numPassedTests} passed, ${failed} failed${skipped}\n`);
  }
}
