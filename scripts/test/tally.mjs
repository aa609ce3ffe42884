/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Announces a step, runs it and says how long it took.
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
 * Adds up what the whole run found. Tests are counted one by one; a step before them counts only when it fails, so
 * that `failed` is zero exactly when the run is good.
 */
export function makeTally() {
  /** @type {Count} */
  const total = { passed: 0, failed: 0 }
  /** @type {string[]} */
  const broken = []
  return {
    /**
     * @param {string} name
     * @param {() => Promise<boolean>} action
     */
    async step(name, action) {
      const isGood = await timed(name, action)
      if (!isGood) {
        total.failed += 1
        broken.push(name)
      }
      return isGood
    },
    /** @param {Count} count */
    add(count) {
      total.passed += count.passed
      total.failed += count.failed
    },
    /** Prints the result, last of all, and returns the exit code. */
    finish() {
      console.log(broken.length ? `\nfailed steps: ${broken.join(', ')}` : '')
      console.log(`${total.passed} passed, ${total.failed} failed`)
      return total.failed === 0 && total.passed > 0 ? 0 : 1
    },
  }
}
