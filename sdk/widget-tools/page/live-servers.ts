import type { ServerStatus } from '@svc/protocol'
import { after, type Frame } from './after-frame.ts'

/** What is heard of the live socket. */
export type Link = 'connecting' | 'live' | 'lost'

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
