/** Different texts that one server may give in an hour; the rest is told as one. */
const most = 32
const others = 'another error'

/** Errors are texts of agents, and nobody may fill the disk with them. */
export function makeErrorsOfHour() {
  let hour = 0
  const known = new Map<string, Set<string>>()
  return (serverId: string, error: string | null, now: number): string | null => {
    if (error === null) return null
    if (now !== hour) {
      hour = now
      known.clear()
    }
    const texts = known.get(serverId) ?? new Set()
    known.set(serverId, texts)
    if (!texts.has(error) && texts.size >= most) return others
    texts.add(error)
    return error
  }
}
