/**
 * Prints the failed tests of vitest's JSON reports, each with the head of its message, and ends every
 * report with a line of counts: `node summary.mjs report.json …`, the most important report last.
 */

import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';

const LINES = 12;
const LENGTH = 1_200;
const TESTS = 20;
const SLOWEST = 10;

/** The first lines of a message, indented, without the frames of libraries. */
function head(message) {
  const lines = message.split('\n').filter((line) => !line.includes('/node_modules/'));
  const kept = lines.slice(0, LINES).join('\n').slice(0, LENGTH);
  return kept.replaceAll(/^/gm, '    ');
}

function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be loaded, or whose hooks failed, has a message of its own.
    if (status === 'failed' && failed.length === 0) return [{ title: file, message }];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file} > ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  });
}

/** The files that took longest, in seconds: where to look when the whole takes too long. */
function slowestOf({ testResults }) {
  return testResults
    .map(({ name, startTime, endTime }) => [
      Math.round((endTime - startTime) / 1000),
      basename(name),
    ])
    .sort(([a], [b]) => b - a)
    .slice(0, SLOWEST)
    .map(([seconds, name]) => `${name} ${seconds}`)
    .join(', ');
}

function print(path) {
  console.log(`\n==> ${basename(path, '.json')}`);
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return console.log('0 passed, 1 failed (the tests did not run)');
  }
  const failures = failuresOf(report);
  for (const { title, message } of failures.slice(0, TESTS))
    console.log(`${title}\n${head(message)}\n`);
  if (failures.length > TESTS) console.log(`… and ${failures.length - TESTS} more\n`);
  console.log(`slowest, in seconds: ${slowestOf(report)}`);
  const { numPassedTests, numFailedTests, numPendingTests, success } = report;
  // A file that could not be loaded, or an error outside the tests, is a failure, too.
  const failed = Math.max(numFailedTests, failures.length, success ? 0 : 1);
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
  console.log(`${numPassedTests} passed, ${failed} failed${skipped}`);
}

for (const path of process.argv.slice(2)) print(path);
