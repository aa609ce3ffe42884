import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from '../setup/child.mjs'

/**
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[]
 * }} Report
 */

/**
 * Counts the results in a Vitest report. Also counted as failed: a file that could not run, a skipped or todo test, and a
 * non-zero exit code without any failure, such as from an unhandled rejection.
 * @param {Report | undefined} report
 * @param {number} exitCode
 * @returns {import('./results.mjs').Count}
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
 * Runs Vitest and counts the results.
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] additional environment variables
 */
export async function runVitest(name, args, env = {}) {
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
  return countReport(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined, exitCode)
}
