import { once } from 'node:events'
import WebSocket from 'ws'
import type { Session } from './fleet/session.ts'

export interface Viewers {
  growTo(count: number): Promise<void>
  /** number of frames received by all viewers */
  frames(): number
  close(): void
}

/** The server closes the oldest socket of a credential beyond these. */
const socketsPerCredential = 20

/**
 * Browsers on the live socket. Only the first one parses, to leave CPU to the server; `onUpdate` gets its
 * updates.
 */
export function makeViewers(admin: Session, onUpdate: (serverId: string, netInTransfer: number) => void): Viewers {
  const url = new URL('/api/ws/servers', admin.url)
  url.protocol = 'ws:'
  const sockets: WebSocket[] = []
  let frames = 0
  let key = ''

  const parse = (text: string) => {
    if (!text.includes('"update"')) return
    const message = JSON.parse(text) as { type: string; servers: { id: string; net_in_transfer: number }[] }
    if (message.type !== 'update') return
    for (const server of message.servers) onUpdate(server.id, server.net_in_transfer)
  }

  return {
    async growTo(count) {
      while (sockets.length < count) {
        if (sockets.length % socketsPerCredential === 0) {
          ;({ key } = await admin.call<{ key: string }>('POST', '/api/auth/api-keys', { name: 'viewers' }))
        }
        const socket = new WebSocket(url, { headers: { 'x-api-key': key } })
        const first = sockets.length === 0
        sockets.push(socket)
        socket.on('message', (data) => {
          frames += 1
          if (first) parse(String(data))
        })
        await once(socket, 'open')
      }
    },
    frames: () => frames,
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}
