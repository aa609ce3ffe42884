import type { ServerStatus } from '@svc/protocol'
import { applyFrame, type Frame } from './apply-frame.ts'
import type { LiveTopics } from './live-topics.ts'

/** The status of the live socket. */
export type Link = 'connecting' | 'live' | 'lost'

const reconnectMs = 2000

/** The live servers, received over the socket that dashboards use. */
export function makeLiveServers(topics: Pick<LiveTopics, 'connected' | 'receive'>) {
  let servers: readonly ServerStatus[] = []
  let link: Link = 'connecting'
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }

  function connect() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/ws/servers`)
    socket.onopen = () => topics.connected((type, topic) => socket.send(JSON.stringify({ type, topic })))
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const frame = JSON.parse(data) as Frame
      // A new connection receives the complete list.
      if (frame.type === 'servers_changed') return socket.close()
      topics.receive(frame)
      servers = applyFrame(servers, frame)
      link = 'live'
      notify()
    }
    socket.onclose = () => {
      link = 'lost'
      topics.connected(undefined)
      notify()
      setTimeout(connect, reconnectMs)
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
