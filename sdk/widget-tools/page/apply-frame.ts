import type { ServerStatus } from '@svc/protocol'

/** A message of the live socket. */
export type Frame = Readonly<Record<string, unknown>>

const toList = (value: unknown) => (Array.isArray(value) ? (value as Partial<ServerStatus>[]) : [])

/** Applies a frame to the servers. Returns the same array if it does not concern them. */
export function applyFrame(servers: readonly ServerStatus[], frame: Frame): readonly ServerStatus[] {
  const patch = (id: unknown, changes: Partial<ServerStatus>) =>
    servers.map((server) => (server.id === id ? { ...server, ...changes } : server))
  if (frame.type === 'full_sync') return toList(frame.servers) as ServerStatus[]
  if (frame.type === 'server_online') return patch(frame.server_id, { online: true })
  if (frame.type === 'server_offline') return patch(frame.server_id, { online: false })
  if (frame.type !== 'update') return servers
  const updates = new Map(toList(frame.servers).map((server) => [server.id, server]))
  // updates may carry an outdated name
  return servers.map((server) => ({ ...server, ...updates.get(server.id), name: server.name }))
}
