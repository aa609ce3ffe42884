/** @typedef {{ passed: number, failed: number }} Count */

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
 * only if everything succeeded.
 */
export function makeResults() {
  /** @type {Count} */
  const total = { passed: 0, failed: 0 }
  /** @type {string[]} */
  const failedSteps = []
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
    /** @param {Count} count */
    add(count) {
      total.passed += count.passed
      total.failed += count.failed
    },
    /** Prints the totals as the last line and returns the exit code. */
    finish() {
      console.log(failedSteps.length ? `\nfailed steps: ${failedSteps.join(', ')}` : '')
      console.log(`${total.passed} passed, ${total.failed} failed`)
      return total.failed === 0 && total.passed > 0 ? 0 : 1
    },
  }
}
