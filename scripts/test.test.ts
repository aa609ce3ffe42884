import { afterEach, describe, expect, it, vi } from 'vitest'
import { root } from './setup/child.mjs'
import { makeResults } from './test/results.mjs'
import { affectedBy, packagesOf, parseSelection, withDependents } from './test/selection.mjs'
import { countReport, failureLines, unsteadyCandidates } from './test/vitest-run.mjs'

interface TestFile {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string }[]
}

const file = (name: string, status: string, tests: Record<string, string> = {}): TestFile => ({
  name,
  status,
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
})

const report = (counts: object, testResults: TestFile[] = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...counts,
})

describe('the results of a test run', () => {
  it('counts passed and failed tests', () => {
    const files = [file('a', 'failed', { one: 'failed', two: 'passed' })]
    expect(countReport(report({ numPassedTests: 3, numFailedTests: 1 }, files), 1)).toEqual({ passed: 3, failed: 1 })
  })

  it.each([
    ['a file that could not run', report({ numPassedTests: 3 }, [file('a', 'failed')]), 1],
    ['a skipped test', report({ numPassedTests: 3, numPendingTests: 1 }), 0],
    ['a todo test', report({ numPassedTests: 3, numTodoTests: 1 }), 0],
    ['an exit code without a failed test', report({ numPassedTests: 3 }), 1],
  ])('counts %s as a failure', (_, found, exitCode) => {
    expect(countReport(found, exitCode)).toEqual({ passed: 3, failed: 1 })
  })

  it('counts a missing report as a failure', () => {
    expect(countReport(undefined, 0)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('what failed', () => {
  it.each([
    ['a failed test', report({}, [file('a', 'failed', { one: 'failed', two: 'passed' })]), ['a: one (failed)']],
    ['a skipped test', report({}, [file('a', 'passed', { one: 'skipped' })]), ['a: one (skipped)']],
    [
      'a file that could not run',
      report({}, [{ ...file('a', 'failed'), message: 'no module b' }, file('c', 'passed', { one: 'passed' })]),
      ['a could not run: no module b'],
    ],
    ['a missing report', undefined, ['the tests ended without a report']],
    [
      'an error outside of tests',
      report({}, [file('a', 'passed', { one: 'passed' })]),
      ['every test passed, but Vitest ended with an error, which stands above'],
    ],
  ])('names %s', (_, found, lines) => {
    expect(failureLines(found, 1)).toEqual(lines)
    expect(failureLines(found, 0)).toEqual([])
  })
})

describe('unsteady tests', () => {
  afterEach(() => vi.restoreAllMocks())

  const failedIn = (count: number) =>
    Array.from({ length: count }, (_, i) => file(`file ${i}`, 'failed', { [`test ${i}`]: 'failed', other: 'passed' }))

  it('may be those that failed, in few files', () => {
    expect([...unsteadyCandidates(report({}, failedIn(2)), 2)]).toEqual([
      ['file 0', ['test 0']],
      ['file 1', ['test 1']],
    ])
  })

  it.each([
    ['of many files', report({}, failedIn(6)), 6],
    ['beside a file that could not run', report({}, [...failedIn(1), file('broken', 'failed')]), 2],
    ['without a report', undefined, 1],
  ])('are not those %s', (_, found, failed) => {
    expect(unsteadyCandidates(found, failed).size).toBe(0)
  })

  it.each([
    [
      'pass when they pass alone',
      true,
      ['unsteady, failed beside others and passed alone: file 0: test 0', '2 passed, 0 failed'],
      0,
    ],
    ['fail when they fail alone', false, ['failed: file 0: test 0 (failed)', '1 passed, 1 failed'], 1],
  ])('%s', async (_, passes, lines, exitCode) => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const repeated: string[][] = []
    const results = makeResults(async (files) => {
      repeated.push(files)
      return passes
    })
    results.add({
      ...{ passed: 1, failed: 1, failures: ['file 0: test 0 (failed)'] },
      candidates: new Map([['file 0', ['test 0']]]),
    })
    expect(await results.finish()).toBe(exitCode)
    expect(repeated).toEqual([['file 0']])
    expect(log.mock.calls.flat().slice(-lines.length)).toEqual(lines)
  })
})

describe('the arguments of `npm test`', () => {
  const packages = [
    { folder: 'sdk/plugin', name: '@svc/plugin-sdk', uses: [] },
    { folder: 'kernel', name: '@svc/kernel', uses: ['@svc/plugin-sdk'] },
    { folder: 'plugins/auth', name: '@svc/plugin-auth', uses: ['@svc/plugin-sdk', '@svc/kernel'] },
    { folder: 'plugins/mobile', name: '@svc/plugin-mobile', uses: ['@svc/plugin-auth', '@svc/kernel'] },
    { folder: 'e2e', name: '@svc/e2e', uses: [] },
    { folder: 'scripts', name: 'scripts', uses: [] },
  ]

  it.each([
    ['all without arguments', [], 'all'],
    ['changed with --changed', ['--changed'], 'changed'],
    ['folders, with or without slashes', ['plugins/auth/', './kernel', 'kernel'], ['plugins/auth', 'kernel']],
    ['unknown for a folder that does not exist', ['plugins/auth', 'plugins/nobody'], 'unknown'],
    ['unknown for an unknown option', ['--fast'], 'unknown'],
    ['unknown for an option with a folder', ['--changed', 'kernel'], 'unknown'],
  ])('are %s', (_, args, selection) => {
    expect(parseSelection(args, packages)).toEqual(selection)
  })

  it.each([
    ['a source: its package and those that use it', ['plugins/auth/src/index.ts'], ['plugins/auth', 'plugins/mobile']],
    ['tests: their folder', ['plugins/auth/e2e/oauth.test.ts', 'kernel/src/log.test.ts'], ['plugins/auth', 'kernel']],
    ['a test of the whole system: that test', ['e2e/crash.test.ts'], ['e2e/crash.test.ts']],
    ['the test harness: all', ['e2e/harness/server.ts', 'kernel/src/main.ts'], 'all'],
    ['a benchmark: nothing', ['e2e/bench/start.ts'], []],
    ['a file at the root: all', ['vitest.config.ts'], 'all'],
    ['a document: the tests of documents', ['README.md', 'plugins/auth/README.md'], ['scripts']],
    ['no file: nothing', [], []],
  ])('finds what is affected by %s', (_, files, affected) => {
    expect(affectedBy(files, packages)).toEqual(affected)
  })

  it('adds dependents', () => {
    expect(withDependents(['plugins/mobile'], packages)).toEqual(['plugins/mobile'])
    expect(withDependents(['plugins/auth'], packages)).toEqual(['plugins/auth', 'plugins/mobile'])
    expect(withDependents(['kernel'], packages).toSorted()).toEqual(['kernel', 'plugins/auth', 'plugins/mobile'])
  })

  it('reads the packages of this repository, without the plugins that the programs load', () => {
    const found = packagesOf(root)
    expect(withDependents(['sdk/protocol'], found)).toEqual(expect.arrayContaining(['kernel', 'agent', 'e2e']))
    expect(withDependents(['plugins/widgets'], found)).toEqual(expect.arrayContaining(['plugins/dashboards']))
    expect(withDependents(['plugins/geoip'], found)).not.toContain('kernel')
    expect(withDependents(['plugins/probes'], found)).toContain('agent-plugins/ping')
    expect(withDependents(['plugins/alerts'], found)).not.toContain('agent-plugins/ping')
  })
})
