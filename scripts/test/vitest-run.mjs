import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from '../setup/child.mjs'

/**
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: {
 *     name: string, status: string, message?: string, assertionResults: { status: string, fullName: string }[]
 *   }[]
 * }} Report
 *
 * @typedef {import('./results.mjs').Count} Count
 */

/**
 * Counts the results in a Vitest report. Also counted as failed: a file that could not run, a skipped or todo test, and a
 * non-zero exit code without any failure, such as from an unhandled rejection.
 * @param {Report | undefined} report
 * @param {number} exitCode
 * @returns {Count}
 */
export function countReport(report, exitCode) {
  if (!report) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

/**
 * Runs Vitest.
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] additional environment variables
 */
async function runOnce(name, args, env = {}) {
  const file = join(root, `node_modules/.cache/svc/vitest-${name}.json`)
  mkdirSync(join(file, '..'), { recursive: true })
  rmSync(file, { force: true })
  const exitCode = await node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { env: { ...process.env, ...env } },
  )
  /** @type {Report | undefined} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  return { report, count: countReport(report, exitCode) }
}

/**
 * What `countReport` counts as failed, a line each.
 * @param {Report | undefined} report
 * @param {number} failed
 * @returns {string[]}
 */
export function failureLines(report, failed) {
  if (failed === 0) return []
  if (!report) return ['the tests ended without a report']
  const lines = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status !== 'passed')
    if (tests.length > 0) return tests.map((test) => `${name}: ${test.fullName} (${test.status})`)
    return status === 'failed' ? [`${name} could not run: ${message ?? ''}`] : []
  })
  return lines.length > 0 ? lines : ['every test passed, but Vitest ended with an error, which stands above']
}

/** More failing files than this are no accident. */
const maxRepeated = 5

/**
 * The failed tests by file, if they are all that failed and in few files: only these may be unsteady.
 * @param {Report | undefined} report
 * @param {number} failed
 * @returns {Map<string, string[]>}
 */
export function unsteadyCandidates(report, failed) {
  const files = (report?.testResults ?? [])
    .map(({ name, assertionResults }) => ({
      name,
      tests: assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    }))
    .filter(({ tests }) => tests.length > 0)
  const isAll = files.flatMap(({ tests }) => tests).length === failed
  return new Map(isAll && files.length <= maxRepeated ? files.map(({ name, tests }) => [name, tests]) : [])
}

/**
 * Runs Vitest and counts the results.
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] additional environment variables
 */
export async function runVitest(name, args, env) {
  const { report, count } = await runOnce(name, args, env)
  const failures = failureLines(report, count.failed)
  return { ...count, failures, candidates: unsteadyCandidates(report, count.failed), env }
}

/**
 * Runs the files of failed tests again, with nothing beside them. Resolves to whether everything in them passes.
 * @param {Iterable<string>} files
 * @param {NodeJS.ProcessEnv} [env] of the run that failed
 */
export async function passAlone(files, env) {
  const { count } = await runOnce('repeated', [...files, '--maxWorkers=1'], env)
  return count.failed === 0
}
