import type { ServerStatus } from '@svc/protocol'

/** `next` in the order that `shown` has, as long as both hold the same servers; else `next` as it is. */
export function keepOrder(shown: readonly ServerStatus[], next: readonly ServerStatus[]): readonly ServerStatus[] {
  if (shown.length !== next.length) return next
  const byId = new Map(next.map((server) => [server.id, server]))
  const kept: ServerStatus[] = []
  for (const { id } of shown) {
    const server = byId.get(id)
    if (!server) return next
    kept.push(server)
  }
  return kept
}
