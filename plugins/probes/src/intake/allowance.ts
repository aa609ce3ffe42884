/** Results in a row that are taken however close they come: those of an agent that caught its breath. */
const burst = 3
/** Clocks of hosts run a little fast. */
const drift = 0.98

interface Account {
  /** seconds */
  at: number
  left: number
}

/**
 * How many results of a task or target an agent may send: one per interval, whatever it does. So nobody fills the disk
 * with more than was asked for.
 */
export function makeAllowance() {
  const accounts = new Map<string, Account>()
  return {
    take(key: string, now: number, interval: number): boolean {
      const account = accounts.get(key) ?? { at: now, left: burst }
      accounts.set(key, account)
      // a clock that stepped back gives nothing and takes nothing
      const passed = Math.max(0, now - account.at)
      account.left = Math.min(burst, account.left + passed / (interval * drift))
      account.at = now
      if (account.left < 1) return false
      account.left -= 1
      return true
    },
    /** Forgets accounts that are full again; who sends nothing costs nothing. */
    sweep(now: number, longestInterval: number) {
      for (const [key, { at }] of accounts) if (now - at > longestInterval * burst) accounts.delete(key)
    },
    size: () => accounts.size,
  }
}
