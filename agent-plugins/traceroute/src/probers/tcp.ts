import { randomInt } from 'node:crypto'
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
import { type Answer, answerKind, type Prober, type ProberOptions } from './prober.ts'

const flags = { syn: 0x02, reset: 0x04, acknowledge: 0x10 } as const
const headerBytes = 24
const maxSegmentOption = [2, 4, 1400 >> 8, 1400 & 0xff]

/** Where a packet filter finds the IP header, whatever the packet begins with. */
const networkHeader = -0x100000
const instructions = { loadWord: 0x20, jumpIfEqual: 0x15, return: 0x06 } as const
const all = 0xffff

/** Accepts packets from an address. */
function onlyFrom(address: string) {
  const bytes = addressBytes(address)
  const offset = networkHeader + (bytes.length === 4 ? 12 : 8)
  const words = bytes.length / 4
  const program = Array.from({ length: words }, (_, i) => [
    [instructions.loadWord, 0, 0, offset + i * 4] as const,
    [instructions.jumpIfEqual, 0, (words - i) * 2 - 1, bytes.readUInt32BE(i * 4)] as const,
  ]).flat()
  return [...program, [instructions.return, 0, 0, all] as const, [instructions.return, 0, 0, 0] as const]
}

/**
 * Sends TCP packets that begin a connection, and never completes one: the kernel resets what is answered. Answers name a
 * packet by its sequence number, so that the ports are free to be the flow.
 */
export async function makeTcpProber({ address, flow, port }: ProberOptions): Promise<Prober> {
  const open = await loadSockets()
  const version = versionOf(address)
  using opened = new DisposableStack()
  const icmp = opened.use(openRawIcmp(open, version))
  const tcp = opened.use(open({ version, type: 'raw', protocol: protocols.tcp }))
  const source = sourceAddress(open, address)
  const ports = opened.use(makeFlowPorts(open, 'tcp', source))
  tcp.filter(onlyFrom(address))
  const base = randomInt(0x8000) * 0x10000

  const flowOf = (id: number, round: number) => {
    if (flow === 'classic') return id
    return flow === 'paris' ? round : 0
  }

  /** The target accepted or refused the connection: either is an arrival. */
  function readTcp(): Answer | undefined {
    for (let received = tcp.receive(); received; received = tcp.receive()) {
      const { bytes, from, at } = received
      const packet = version === 4 ? bytes.subarray(((bytes[0] ?? 0) & 0x0f) * 4) : bytes
      if (packet.length < 20 || packet.readUInt16BE(0) !== port || !ports.has(packet.readUInt16BE(2))) continue
      const bits = packet[13] ?? 0
      const isAnswer = (bits & flags.acknowledge) !== 0 && (bits & (flags.syn | flags.reset)) !== 0
      const id = packet.readUInt32BE(8) - 1 - base
      if (isAnswer && id > 0 && id <= 0xffff) {
        return { id, from, at, kind: 'target', unreachable: undefined, labels: [] }
      }
    }
    return undefined
  }

  function readIcmp(): Answer | undefined {
    for (let received = icmp.receive(); received; received = icmp.receive()) {
      const { bytes, from, at } = received
      const message = readRawIcmp(version, bytes)
      if (message?.kind !== 'error') continue
      const { error, quoted, labels } = message
      const { protocol, destination, transport } = quoted
      if (protocol !== protocols.tcp || destination !== address || transport.readUInt16BE(2) !== port) continue
      const kind = answerKind(error, from, address)
      const id = transport.readUInt32BE(4) - base
      if (kind && ports.has(transport.readUInt16BE(0)) && id > 0 && id <= 0xffff)
        return { id, from, at, labels, ...kind }
    }
    return undefined
  }

  const resources = opened.move()
  return {
    send({ id, hops, round }) {
      const packet = Buffer.alloc(headerBytes)
      packet.writeUInt16BE(ports.portOf(flowOf(id, round), round), 0)
      packet.writeUInt16BE(port, 2)
      packet.writeUInt32BE(base + id, 4)
      packet[12] = (headerBytes / 4) << 4
      packet[13] = flags.syn
      packet.writeUInt16BE(0xffff, 14)
      packet.set(maxSegmentOption, 20)
      packet.writeUInt16BE(transportChecksum(source, address, protocols.tcp, packet), 16)
      tcp.setHops(hops)
      return tcp.send(packet, address)
    },
    receive: () => readTcp() ?? readIcmp(),
    close: () => resources.dispose(),
  }
}
