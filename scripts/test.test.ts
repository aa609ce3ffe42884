import { describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'
import { affectedBy, packagesOf, parseSelection, withDependents } from './test/selection.mjs'
import { countReport } from './test/vitest-run.mjs'

const report = (counts: object, testResults: { status: string; assertionResults: { status: string }[] }[] = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...counts,
})

describe('the results of a test run', () => {
  it('counts passed and failed tests', () => {
    const files = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }]
    expect(countReport(report({ numPassedTests: 3, numFailedTests: 1 }, files), 1)).toEqual({ passed: 3, failed: 1 })
  })

  it.each([
    ['a file that could not run', report({ numPassedTests: 3 }, [{ status: 'failed', assertionResults: [] }]), 1],
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
