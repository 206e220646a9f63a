import { writeFileSync } from 'node:fs';
import path from 'node:path';

const SLOWEST = 10;

/**
 * At the end of a run: the slowest files, and one plain line for machines that count, `1540 passed, 0 failed, 2 skipped`.
 * Files that failed are written to `FAILED_TESTS`, a path on each line.
 */
export default class SummaryReporter {
  onRunComplete(_contexts, { testResults, ...counts }) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = counts;
    const slowest = testResults.toSorted((a, b) => b.perfStats.runtime - a.perfStats.runtime).slice(0, SLOWEST);
    process.stdout.write('\nSlowest files:\n');
    for (const { perfStats, testFilePath } of slowest) {
      const seconds = (perfStats.runtime / 1000).toFixed(1).padStart(7);
      process.stdout.write(`${seconds} s  ${path.relative(process.cwd(), testFilePath)}\n`);
    }
    if (process.env.FAILED_TESTS) {
      const failing = testResults.filter((one) => one.numFailingTests > 0 || one.testExecError);
      writeFileSync(process.env.FAILED_TESTS, failing.map((one) => `${one.testFilePath}\n`).join(''));
    }
    // A file that does not even load has no tests to count, and is a failure all the same.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    process.stdout.write(`\n${numPassedTests} passed, ${failed} failed${skipped}\n`);
  }
}
