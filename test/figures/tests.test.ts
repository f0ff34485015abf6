// How many tests a runner says it ran.
import { expect, test } from 'vitest'

import { readTests } from '../../src/figures/tests.ts'

test.each([
  ['vitest', '      Tests  1 failed | 2 passed (3)', '3 2 1 0 0'],
  ['vitest', '      Tests  2 passed | 1 skipped (3)', '3 2 0 0 1'],
  ['jest', 'Tests:       1 failed, 1 skipped, 2 passed, 4 total', '4 2 1 0 1'],
  ['jest', 'No tests found, exiting with code 0', '0 0 0 0 0'],
  ['bun test', ' 1 pass\n 0 fail\nRan 1 test across 1 file. [75.00ms]', '1 1 0 0 0'],
  ['deno test', 'ok | 1 passed (2 steps) | 0 failed | 1 ignored (46ms)', '2 1 0 0 1'],
  ['pytest', '========= 1 failed, 2 passed, 1 skipped in 0.15s =========', '4 2 1 0 1'],
  ['pytest', 'no tests ran in 0.01s', '0 0 0 0 0'],
  ['unittest', 'Ran 0 tests in 0.000s\n\nOK', '0 0 0 0 0'],
  [
    'cargo test',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured',
    '6 5 0 0 1',
  ],
  ['PHPUnit', 'OK (3 tests, 5 assertions)', '3 3 0 0 0'],
  ['PHPUnit', 'No tests executed!', '0 0 0 0 0'],
  ['go test', '?   \tex/q\t[no test files]', '0 0 0 0 0'],
  ['go test', 'ok  \tex/p\t0.005s [no tests to run]', '0 0 0 0 0'],
  [
    'go test',
    '=== RUN   TestF\n--- PASS: TestF (0.00s)\n--- SKIP: TestG (0.00s)\nPASS\nok  \tex/p\t0.005s',
    '2 1 0 0 1',
  ],
  ['node --test', '# tests 3\n# suites 0\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0', '3 2 1 0 0'],
  ['Maven', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1', '3 2 0 0 1'],
  [
    'dotnet test',
    'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 12 ms',
    '4 3 0 0 1',
  ],
  ['RSpec', '3 examples, 1 failure', '3 2 1 0 0'],
  ['ctest', '100% tests passed, 0 tests failed out of 3', '3 3 0 0 0'],
])('%s: %s', (runner, output, expected) => {
  const reading = readTests(output)
  const { tests, passed, failures, errors, skipped } = reading?.counts ?? {
    tests: -1,
    passed: 0,
    failures: 0,
    errors: 0,
    skipped: 0,
  }
  expect([reading?.runner, [tests, passed, failures, errors, skipped].join(' ')]).toEqual([runner, expected])
})

test('an output without a closing line of a known runner gives no number', () => {
  expect(readTests('all 12 tests pass\nok  \tex/p\t0.005s\n')).toBeUndefined()
})
