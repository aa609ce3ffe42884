import { describe, expect, it } from 'vitest'
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
