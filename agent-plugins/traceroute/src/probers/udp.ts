import { randomBytes } from 'node:crypto'
import {
  addressBytes,
  loadSockets,
  openRawIcmp,
  protocols,
  readRawIcmp,
  transportChecksum,
  versionOf,
} from '@svc/raw-socket'
import { makeFlowPorts, sourceAddress } from './flow-ports.ts'
import { answerKind, type Probe, type Prober, type ProberOptions, packetBytes } from './prober.ts'

const headerBytes = 8
const acceptNothing = [[0x06, 0, 0, 0]] as const

/** An IPv4 header; the kernel adds the checksum. */
function encodeHeader(source: string, destination: string, id: number, hops: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(20)
  header[0] = 0x45
  header.writeUInt16BE(header.length + payload.length, 2)
  header.writeUInt16BE(id, 4)
  header[8] = hops
  header[9] = protocols.udp
  addressBytes(source).copy(header, 12)
  addressBytes(destination).copy(header, 16)
  return Buffer.concat([header, payload])
}

/**
 * Sends UDP packets. Answers name a packet by the identification of its IPv4 header, or for IPv6 by its content, so that
 * the ports are free to be the flow.
 */
export async function makeUdpProber({ address, flow, port: firstPort }: ProberOptions): Promise<Prober> {
  const open = await loadSockets()
  const version = versionOf(address)
  using opened = new DisposableStack()
  const icmp = opened.use(openRawIcmp(open, version))
  const sender = opened.use(
    open({
      version,
      type: 'raw',
      protocol: version === 4 ? protocols.raw : protocols.udp,
      includeHeader: version === 4,
    }),
  )
  const source = sourceAddress(open, address)
  const ports = opened.use(makeFlowPorts(open, 'udp', source))
  const token = randomBytes(4)
  const payloadBytes = packetBytes - (version === 4 ? 20 : 40) - headerBytes
  // It would receive all of UDP.
  if (version === 6) sender.filter(acceptNothing)

  const destinationPort = ({ id }: Probe) => (flow === 'classic' ? 1 + ((firstPort - 1 + id) % 0xffff) : firstPort)

  const resources = opened.move()
  return {
    send(probe) {
      const { id, hops, round } = probe
      const packet = Buffer.alloc(headerBytes + payloadBytes)
      packet.writeUInt16BE(ports.portOf(flow === 'paris' ? round : 0, round), 0)
      packet.writeUInt16BE(destinationPort(probe), 2)
      packet.writeUInt16BE(packet.length, 4)
      token.copy(packet, headerBytes)
      packet.writeUInt16BE(id, headerBytes + token.length)
      packet.writeUInt16BE(transportChecksum(source, address, protocols.udp, packet), 6)
      if (version === 4) return sender.send(encodeHeader(source, address, id, hops, packet), address)
      sender.setHops(hops)
      return sender.send(packet, address)
    },
    receive() {
      for (let received = icmp.receive(); received; received = icmp.receive()) {
        const { bytes, from, at } = received
        const message = readRawIcmp(version, bytes)
        if (message?.kind !== 'error') continue
        const { error, quoted, labels } = message
        const { transport, identification } = quoted
        if (quoted.protocol !== protocols.udp || quoted.destination !== address) continue
        if (!ports.has(transport.readUInt16BE(0))) continue
        const content = transport.subarray(headerBytes)
        const isOurs = version === 4 || (content.length >= 6 && token.equals(content.subarray(0, token.length)))
        const kind = answerKind(error, from, address, (reason) => reason === 'port')
        if (!isOurs || !kind) continue
        const id = version === 4 ? identification : content.readUInt16BE(token.length)
        return { id, from, at, labels, ...kind }
      }
      return undefined
    },
    close: () => resources.dispose(),
  }
}
