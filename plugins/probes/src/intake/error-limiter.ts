/** Distinct error texts per server and hour; the others become one. */
const maxErrors = 32
const otherError = 'another error'

/** Limits distinct error texts, which come from agents and could fill the disk. */
export function makeErrorLimiter() {
  let hour = 0
  const errorsByServer = new Map<string, Set<string>>()
  return (serverId: string, error: string | null, now: number): string | null => {
    if (error === null) return null
    if (now !== hour) {
      hour = now
      errorsByServer.clear()
    }
    const texts = errorsByServer.getOrInsertComputed(serverId, () => new Set())
    if (!texts.has(error) && texts.size >= maxErrors) return otherError
    texts.add(error)
    return error
  }
}
