import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '@svc/plugin-sdk'

/** Connections on which nobody has signed in, nor an agent. */
const limits = { perNetwork: 256, perSite: 1024, total: 4096 }

/** An IPv4 address or the /64 of an IPv6 address, and its /48: one customer often has all of it. */
export function networksOf(ip: string): readonly { readonly key: string; readonly max: number }[] {
  const network = addressKey(ip)
  const own = { key: network, max: limits.perNetwork }
  if (!network.endsWith('::/64')) return [own]
  return [own, { key: `${network.split(':').slice(0, 3).join(':')}::/48`, max: limits.perSite }]
}

export type Strangers = ReturnType<typeof makeStrangers>

/** Limits the connections of strangers by network, except those of proxies, and in all: then the oldest is closed. */
export function makeStrangers(isProxy: (address: string) => boolean) {
  const sockets = new Map<Socket, readonly string[]>()
  const counts = new Map<string, number>()
  const count = (key: string, change: number) => {
    const now = (counts.get(key) ?? 0) + change
    if (now > 0) counts.set(key, now)
    else counts.delete(key)
  }
  const remove = (socket: Socket) => {
    for (const key of sockets.get(socket) ?? []) count(key, -1)
    sockets.delete(socket)
  }
  const add = (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const networks = isProxy(remoteAddress) ? [] : networksOf(remoteAddress)
    if (networks.some(({ key, max }) => (counts.get(key) ?? 0) >= max)) {
      socket.destroy()
      return
    }
    const keys = networks.map(({ key }) => key)
    for (const key of keys) count(key, 1)
    sockets.set(socket, keys)
    socket.once('close', () => remove(socket))
    if (sockets.size <= limits.total) return
    const [oldest] = sockets.keys()
    if (!oldest) return
    remove(oldest)
    oldest.destroy()
  }
  return {
    watch: (server: Server): void => void server.on('connection', add),
    /** The peer has proven who it is. */
    admit: remove,
  }
}
