import { setTimeout as pause } from 'node:timers/promises'
import { type EchoAnswer, loadSockets, openEcho, protocols, versionOf } from '@svc/raw-socket'

/** The smallest MTU that networks have. */
const minMtu = { 4: 576, 6: 1280 } as const
/** IP and ICMP headers. */
const headerBytes = { 4: 28, 6: 48 } as const
/** What networks usually have, for routers that do not say what they accept. */
const usualMtus = [9000, 4352, 2002, 1500, 1492, 1480, 1460, 1420, 1400, 1380, 1280, 1006, 576]
const maxSteps = 24
const attempts = 2
const tickMs = 10
const maxPacketBytes = 65_535

export interface PathMtu {
  /** bytes */
  readonly mtu: number
  /** the router that said so; undefined if none did */
  readonly by: string | undefined
}

interface MtuOptions {
  /** milliseconds to wait for an answer */
  readonly answerMs: number
  readonly signal: AbortSignal
}

/** The MTU of the route, as far as this host knows. */
async function routeMtu(address: string): Promise<number> {
  const open = await loadSockets()
  using socket = open({ version: versionOf(address), type: 'datagram', protocol: protocols.udp })
  socket.connect(address, 33_434)
  return socket.mtu()
}

/**
 * Finds the largest packet that reaches a host in one piece, with echo requests that are never fragmented. Where routers
 * drop larger ones without a word, it searches. Undefined if the host answers no echo requests.
 */
export async function findPathMtu(address: string, { answerMs, signal }: MtuOptions): Promise<PathMtu | undefined> {
  const version = versionOf(address)
  const echo = await openEcho(address)
  let sequence = 0

  /** What became of a packet of that size; undefined if nothing came back. */
  async function attempt(size: number): Promise<EchoAnswer | 'too_big' | undefined> {
    for (let turn = 0; turn < attempts; turn += 1) {
      sequence += 1
      try {
        echo.send(sequence, Buffer.alloc(size - headerBytes[version]))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EMSGSIZE') return 'too_big'
        throw error
      }
      const until = performance.now() + answerMs
      while (performance.now() < until) {
        await pause(tickMs, undefined, { signal })
        for (let answer = echo.receive(); answer; answer = echo.receive()) {
          if (answer.sequence === sequence) return answer
        }
      }
    }
    return undefined
  }

  try {
    echo.socket.neverFragment()
    let by: string | undefined
    let size = Math.min(await routeMtu(address), maxPacketBytes)
    /** the largest that arrived */
    let works: number = minMtu[version]
    const smallest = await attempt(works)
    if (smallest === undefined || smallest === 'too_big' || smallest.error) return undefined
    /** the smallest that got lost */
    let fails = Number.POSITIVE_INFINITY
    for (let step = 0; step < maxSteps && size > works && size < fails; step += 1) {
      const result = await attempt(size)
      const error = result === 'too_big' ? ({ kind: 'too_big', mtu: 0 } as const) : result?.error
      if (result !== undefined && !error) {
        works = size
        if (fails === Number.POSITIVE_INFINITY) return { mtu: works, by }
      } else {
        fails = size
        if (typeof result === 'object' && error?.kind === 'too_big') {
          by = result.from
          const smaller = error.mtu > 0 && error.mtu < size ? error.mtu : usualMtus.find((mtu) => mtu < size)
          fails = Number.POSITIVE_INFINITY
          size = Math.max(smaller ?? works, works)
          if (size === works) return { mtu: works, by }
          continue
        }
      }
      // A black hole: halve what is unknown.
      size = Math.floor((works + fails) / 2)
    }
    return { mtu: works, by }
  } finally {
    echo.close()
  }
}
