/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {Count & { failures: string[], candidates: Map<string, string[]>, env?: NodeJS.ProcessEnv }} TestRun */

/**
 * Runs a step and prints its name and duration.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function timed(name, action) {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const result = await action()
  console.log(`== ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

/**
 * Adds up the results of a run. Tests are counted individually; other steps count only if they fail, so `failed` is zero
 * only if everything succeeded. A failed test whose file passes when it runs alone, at the end, counts as passed, and is
 * listed as unsteady.
 * @param {(files: string[], env?: NodeJS.ProcessEnv) => Promise<boolean>} passAlone
 */
export function makeResults(passAlone) {
  /** @type {Count} */
  const total = { passed: 0, failed: 0 }
  /** @type {string[]} */
  const failedSteps = []
  /** @type {TestRun[]} */
  const runs = []

  async function repeatFailed() {
    /** @type {string[]} */
    const unsteady = []
    /** @type {string[]} */
    const failures = []
    for (const run of runs) {
      const { candidates, env } = run
      const tests = [...candidates].flatMap(([file, names]) => names.map((name) => `${file}: ${name}`))
      if (
        tests.length === 0 ||
        !(await timed('failed tests again, alone', () => passAlone([...candidates.keys()], env)))
      ) {
        failures.push(...run.failures)
        continue
      }
      total.passed += tests.length
      total.failed -= tests.length
      unsteady.push(...tests)
    }
    return { unsteady, failures }
  }

  return {
    /**
     * @param {string} name
     * @param {() => Promise<boolean>} action
     */
    async step(name, action) {
      const succeeded = await timed(name, action)
      if (!succeeded) {
        total.failed += 1
        failedSteps.push(name)
      }
      return succeeded
    },
    /** @param {TestRun} run */
    add(run) {
      total.passed += run.passed
      total.failed += run.failed
      runs.push(run)
    },
    /** Prints the totals as the last line and returns the exit code. */
    async finish() {
      const { unsteady, failures } = await repeatFailed()
      console.log(failedSteps.length ? `\nfailed steps: ${failedSteps.join(', ')}` : '')
      for (const line of failures) console.log(`failed: ${line}`)
      for (const name of unsteady) console.log(`unsteady, failed beside others and passed alone: ${name}`)
      console.log(`${total.passed} passed, ${total.failed} failed`)
      return total.failed === 0 && total.passed > 0 ? 0 : 1
    },
  }
}
