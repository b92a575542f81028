/**
 * Prints the end of .ci/run from vitest's JSON report, the names of what failed and the last line:
 *   node scripts/ci-summary.mjs <report> <exit code of the tests> <failed checks>
 * Exits with 1 when anything failed or no test ran. Plain JavaScript, because it also reports a failed install.
 */
import { readFileSync } from 'node:fs';

const [, , reportFile, testsExit, checksFailed] = process.argv;
const { passed, failed: failedTests, failures } = countTests(reportFile);
let failed = failedTests + Number(checksFailed);
// Something other than a test failed: the install, a set-up, an error outside all tests, the time limit.
if (failedTests === 0 && (testsExit !== '0' || passed === 0)) failed += 1;
for (const failure of failures) process.stdout.write(`FAILED: ${failure}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

function countTests(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
  // A file that cannot be loaded, or whose hooks fail, reports no failed test.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    failures: [
      ...brokenFiles.map(({ name, message }) => `${name}: ${firstLine(message)}`),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
      ),
    ],
  };
}

function firstLine(message) {
  return message?.split('\n', 1)[0] ?? '';
}
