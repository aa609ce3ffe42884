import { type loadSockets, protocols, type RawSocket, versionOf } from '@svc/raw-socket'

type OpenSocket = Awaited<ReturnType<typeof loadSockets>>

/** The address that this host sends from to a destination. */
export function sourceAddress(open: OpenSocket, destination: string): string {
  const socket = open({ version: versionOf(destination), type: 'datagram', protocol: protocols.udp })
  try {
    socket.connect(destination, 33_434)
    return socket.name().address
  } finally {
    socket.close()
  }
}

/**
 * Local ports for the flows of a trace. A socket holds each one, so that no other program gets it meanwhile. The ports of
 * the last two rounds are kept: late answers belong to them.
 */
export function makeFlowPorts(open: OpenSocket, protocol: 'udp' | 'tcp', source: string) {
  const held = new Map<number, { readonly port: number; readonly round: number; readonly socket: RawSocket }>()
  const type = protocol === 'udp' ? 'datagram' : 'stream'
  return {
    portOf(flow: number, round: number): number {
      const known = held.get(flow)
      if (known) return known.port
      for (const [key, { round: last, socket }] of held) {
        if (last >= round - 1) continue
        socket.close()
        held.delete(key)
      }
      const socket = open({ version: versionOf(source), type, protocol: protocols[protocol] })
      try {
        socket.bind(source, 0)
        const { port } = socket.name()
        held.set(flow, { port, round, socket })
        return port
      } catch (error) {
        socket.close()
        throw error
      }
    },
    has: (port: number): boolean => held.values().some((entry) => entry.port === port),
    [Symbol.dispose](): void {
      for (const { socket } of held.values()) socket.close()
      held.clear()
    },
  }
}
