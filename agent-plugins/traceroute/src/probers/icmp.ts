import { randomBytes, randomInt } from 'node:crypto'
import { openEcho, versionOf } from '@svc/raw-socket'
import { answerKind, type Probe, type Prober, type ProberOptions, packetBytes } from './prober.ts'

/** Sums are kept modulo this, as in one's complement. */
const modulus = 0xffff

/** Sends echo requests. Routers that look into ICMP choose the path by its checksum, so that is the flow. */
export async function makeIcmpProber({ address, flow }: Omit<ProberOptions, 'port'>): Promise<Prober> {
  const echo = await openEcho(address)
  const payload = randomBytes(packetBytes - (versionOf(address) === 4 ? 28 : 48))
  const firstSum = randomInt(modulus)
  const sumOf = ({ id, round }: Probe) => {
    if (flow === 'classic') return id
    return flow === 'paris' ? firstSum + round * 7919 : firstSum
  }
  return {
    send(probe) {
      // The first word cancels the sequence number out of the checksum.
      payload.writeUInt16BE((sumOf(probe) - probe.id + 2 * modulus) % modulus, 0)
      echo.socket.setHops(probe.hops)
      return echo.send(probe.id, payload)
    },
    receive() {
      for (let answer = echo.receive(); answer; answer = echo.receive()) {
        const { sequence: id, from, at, error, labels } = answer
        if (!error) return { id, from, at, kind: 'target', unreachable: undefined, labels }
        const kind = answerKind(error, from, address)
        if (kind) return { id, from, at, labels, ...kind }
      }
      return undefined
    },
    close: echo.close,
  }
}
