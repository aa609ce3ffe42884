/** Requests of a user that are handled before those of others get their turn. */
const maxAtOnce = 8

/**
 * Lets users take turns. Node handles all requests that have arrived before it looks for others, so a user with many
 * connections would have the server for as long as their requests take.
 */
export function makeTurns() {
  /** requests since the last look, and those that wait, by user */
  const users = new Map<string, { started: number; readonly waiting: (() => void)[] }>()

  const next = () => {
    for (const [userId, user] of users) {
      if (user.waiting.length === 0) users.delete(userId)
      user.started = 0
      for (const start of user.waiting.splice(0, maxAtOnce)) {
        user.started += 1
        start()
      }
    }
    if (users.size > 0) setImmediate(next)
  }

  /** Resolves when it is the turn of the user. */
  return (userId: string): Promise<void> | undefined => {
    if (users.size === 0) setImmediate(next)
    const user = users.get(userId) ?? { started: 0, waiting: [] }
    users.set(userId, user)
    if (user.started < maxAtOnce) {
      user.started += 1
      return undefined
    }
    return new Promise((resolve) => user.waiting.push(resolve))
  }
}
