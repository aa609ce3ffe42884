import type { AlertEvent } from '@svc/plugin-alerts/contract'

/** The events of some servers, of all when none is named, as many as there is room for; in the order they came in. */
export function listedEvents(
  events: readonly AlertEvent[],
  serverIds: readonly string[],
  most: number,
): readonly AlertEvent[] {
  const wanted = new Set(serverIds)
  return events.filter(({ server_id }) => wanted.size === 0 || wanted.has(server_id)).slice(0, most)
}
