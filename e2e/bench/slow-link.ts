import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Link {
  /** milliseconds of a round trip */
  readonly roundTrip: number
  /** in each direction, of all connections together */
  readonly bytesPerSecond: number
}

/** Carries bytes one way: each chunk arrives after those before it at the rate of the link, and half a round trip later. */
function makeLane({ roundTrip, bytesPerSecond }: Link) {
  let freeAt = 0
  return (from: Socket, to: Socket, wait = 0) => {
    const openAt = performance.now() + wait
    // One after the other: timers that end in the same millisecond have no order.
    let last = Promise.resolve()
    const deliver = (action: () => void) => {
      const due = freeAt + roundTrip / 2
      last = last.then(() => sleep(Math.max(0, due - performance.now()))).then(action)
    }
    from.on('data', (chunk) => {
      freeAt = Math.max(performance.now(), openAt, freeAt) + (1000 * chunk.length) / bytesPerSecond
      deliver(() => to.write(chunk))
    })
    from.on('end', () => deliver(() => to.end()))
  }
}

/**
 * A loopback port that leads to `port` over a slow link. The emulation of Chromium would not do: it counts the bytes of
 * WebSocket messages before they are compressed, and opens connections in no time.
 */
export async function slowLink(port: number, link: Link) {
  const up = makeLane(link)
  const down = makeLane(link)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = dial({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    // the handshake of the connection
    up(near, far, link.roundTrip)
    down(far, near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        for (const other of [near, far]) setTimeout(() => other.destroy(), link.roundTrip)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
