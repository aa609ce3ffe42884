import { describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'
import { foldersOf, packagesOf, parseSelection, withDependents } from './test/selection.mjs'
import { countReport } from './test/vitest-run.mjs'

const report = (counts: object, testResults: { status: string; assertionResults: { status: string }[] }[] = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...counts,
})

describe('counting a test run', () => {
  it('counts what passed and failed', () => {
    const files = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }]
    expect(countReport(report({ numPassedTests: 3, numFailedTests: 1 }, files), 1)).toEqual({ passed: 3, failed: 1 })
  })

  it.each([
    ['a file that could not run', report({ numPassedTests: 3 }, [{ status: 'failed', assertionResults: [] }]), 1],
    ['a skipped test', report({ numPassedTests: 3, numPendingTests: 1 }), 0],
    ['an unwritten test', report({ numPassedTests: 3, numTodoTests: 1 }), 0],
    ['an exit code without a failed test', report({ numPassedTests: 3 }), 1],
  ])('counts %s as a failure', (_, found, exitCode) => {
    expect(countReport(found, exitCode)).toEqual({ passed: 3, failed: 1 })
  })

  it('counts a missing report as a failure', () => {
    expect(countReport(undefined, 0)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('what `npm test` is asked for', () => {
  const packages = [
    { folder: 'sdk/plugin', name: '@svc/plugin-sdk', uses: [] },
    { folder: 'kernel', name: '@svc/kernel', uses: ['@svc/plugin-sdk'] },
    { folder: 'plugins/auth', name: '@svc/plugin-auth', uses: ['@svc/plugin-sdk', '@svc/kernel'] },
    { folder: 'plugins/mobile', name: '@svc/plugin-mobile', uses: ['@svc/plugin-auth', '@svc/kernel'] },
    { folder: 'e2e', name: '@svc/e2e', uses: [] },
    { folder: 'scripts', name: 'scripts', uses: [] },
  ]

  it.each([
    ['everything without arguments', [], 'all'],
    ['what changed', ['--changed'], 'changed'],
    ['folders, as the shell completes them', ['plugins/auth/', './kernel', 'kernel'], ['plugins/auth', 'kernel']],
    ['nothing for a folder that is none', ['plugins/auth', 'plugins/nobody'], 'unknown'],
    ['nothing for an unknown option', ['--fast'], 'unknown'],
    ['nothing for a mixture', ['--changed', 'kernel'], 'unknown'],
  ])('is %s', (_, args, selection) => {
    expect(parseSelection(args, packages)).toEqual(selection)
  })

  it.each([
    ['of packages', ['plugins/auth/src/index.ts', 'plugins/auth/e2e/oauth.test.ts'], ['plugins/auth']],
    ['of the tests of the whole system', ['e2e/crash.test.ts'], ['e2e']],
    ['of all, by the harness', ['e2e/harness/server.ts', 'kernel/src/main.ts'], 'all'],
    ['of all, by a file of the root', ['vitest.config.ts'], 'all'],
    ['of the scripts, by a document of the root', ['README.md'], ['scripts']],
    ['of nothing', [], []],
  ])('finds the folders %s', (_, files, folders) => {
    expect(foldersOf(files, packages)).toEqual(folders)
  })

  it('adds those that use what changed', () => {
    expect(withDependents(['plugins/mobile'], packages)).toEqual(['plugins/mobile'])
    expect(withDependents(['plugins/auth'], packages)).toEqual(['plugins/auth', 'plugins/mobile'])
    expect(withDependents(['kernel'], packages).toSorted()).toEqual(['kernel', 'plugins/auth', 'plugins/mobile'])
  })

  it('knows the packages of this repository, and that programs do not use what they load', () => {
    const found = packagesOf(root)
    expect(withDependents(['sdk/protocol'], found)).toEqual(expect.arrayContaining(['kernel', 'agent', 'e2e']))
    expect(withDependents(['plugins/widgets'], found)).toEqual(expect.arrayContaining(['plugins/dashboards']))
    expect(withDependents(['plugins/geoip'], found)).not.toContain('kernel')
  })
})
