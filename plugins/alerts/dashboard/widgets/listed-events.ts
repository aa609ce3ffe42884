import type { AlertEvent } from '@svc/plugin-alerts/contract'

/** At most `max` events of the given servers, or of all servers if none are given. */
export function listedEvents(
  events: readonly AlertEvent[],
  serverIds: readonly string[],
  max: number,
): readonly AlertEvent[] {
  const selected = new Set(serverIds)
  return events.filter(({ server_id }) => selected.size === 0 || selected.has(server_id)).slice(0, max)
}
