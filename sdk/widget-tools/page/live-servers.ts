import type { ServerStatus } from '@svc/protocol'

/** What is heard of the live socket. */
export type Link = 'connecting' | 'live' | 'lost'

type Frame = Readonly<Record<string, unknown>>

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

const pause = 2000

/** The live servers of the running server, by the socket that boards use. */
export function makeLiveServers() {
  let servers: readonly ServerStatus[] = []
  let link: Link = 'connecting'
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }

  function connect() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/ws/servers`)
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const frame = JSON.parse(data) as Frame
      // a list that changed comes whole when a socket is opened
      if (frame.type === 'servers_changed') return socket.close()
      servers = after(servers, frame)
      link = 'live'
      notify()
    }
    socket.onclose = () => {
      link = 'lost'
      notify()
      setTimeout(connect, pause)
    }
  }
  connect()

  return {
    all: () => servers,
    one: (id: string) => servers.find((server) => server.id === id),
    link: () => link,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
