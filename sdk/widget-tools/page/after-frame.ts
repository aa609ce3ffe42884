import type { ServerStatus } from '@svc/protocol'

/** What comes over the live socket. */
export type Frame = Readonly<Record<string, unknown>>

const listOf = (value: unknown) => (Array.isArray(value) ? (value as Partial<ServerStatus>[]) : [])

/** The servers after a frame of the live socket; the same array when it says nothing of them. */
export function after(servers: readonly ServerStatus[], frame: Frame): readonly ServerStatus[] {
  const patch = (id: unknown, figures: Partial<ServerStatus>) =>
    servers.map((server) => (server.id === id ? { ...server, ...figures } : server))
  if (frame.type === 'full_sync') return listOf(frame.servers) as ServerStatus[]
  if (frame.type === 'server_online') return patch(frame.server_id, { online: true })
  if (frame.type === 'server_offline') return patch(frame.server_id, { online: false })
  if (frame.type !== 'update') return servers
  const moved = new Map(listOf(frame.servers).map((server) => [server.id, server]))
  // the name in an update is an old one's
  return servers.map((server) => ({ ...server, ...moved.get(server.id), name: server.name }))
}
