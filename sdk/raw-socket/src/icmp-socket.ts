import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IpVersion, versionOf } from './address.ts'
import { encodeEcho, type MplsLabel, type PacketError, readIcmp, readPacketError, readRawIcmp } from './icmp.ts'
import { loadSockets, protocols, type RawSocket, type SocketOptions } from './socket.ts'

const icmpFilter = { 4: { level: 255, option: 1 }, 6: { level: 58, option: 1 } } as const
/** Types that a socket gets: echo replies and errors. */
const wanted = { 4: [0, 3, 11], 6: [1, 2, 3, 129] } as const

/** A raw socket that receives echo replies and errors about all packets of this host. Throws `EPERM` without privileges. */
export function openRawIcmp(open: (options: SocketOptions) => RawSocket, version: IpVersion): RawSocket {
  const socket = open({ version, type: 'raw', protocol: version === 4 ? protocols.icmp : protocols.icmpv6 })
  try {
    // Set bits are dropped.
    const bits = Buffer.alloc(version === 4 ? 4 : 32, 0xff)
    for (const type of wanted[version]) bits[type >> 3] = (bits[type >> 3] ?? 0) & ~(1 << (type & 7))
    const { level, option } = icmpFilter[version]
    socket.setOptionBytes(level, option, bits)
    return socket
  } catch (error) {
    socket.close()
    throw error
  }
}

/** What became of an echo request. */
export interface EchoAnswer {
  readonly sequence: number
  readonly from: string
  /** milliseconds since the epoch, with fractions */
  readonly at: number
  /** undefined for a reply */
  readonly error: PacketError | undefined
  readonly labels: readonly MplsLabel[]
}

export interface EchoSocket {
  /** whether it is a raw socket; else one that the host allows to everybody */
  readonly isRaw: boolean
  readonly socket: RawSocket
  /** Sends a request; returns when. The reply must begin with the same eight bytes. */
  send(sequence: number, payload: Uint8Array): number
  /** The next answer to a request of this socket; undefined if there is none. Never waits. */
  receive(): EchoAnswer | undefined
  close(): void
}

const isPermissionError = (error: unknown) => ['EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')

function readKernel(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Bit of CAP_NET_RAW. */
const rawCapability = 1n << 13n

/**
 * Whether `openEcho` is worth a try: this process may open raw sockets, or its groups may open those for ICMP. Loads nothing,
 * unlike a try.
 */
export function mayOpenEcho(): boolean {
  if (process.platform !== 'linux') return false
  const [, capabilities = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readKernel('/proc/self/status')) ?? []
  if ((BigInt(`0x${capabilities}`) & rawCapability) !== 0n) return true
  const [first = 1, last = 0] = readKernel('/proc/sys/net/ipv4/ping_group_range').trim().split(/\s+/).map(Number)
  const groups = [process.getegid?.() ?? -1, ...(process.getgroups?.() ?? [])]
  return groups.some((group) => group >= first && group <= last)
}

const idsInUse = new Set<number>()

/** An identifier that no other socket of this process has. */
function takeId(): number {
  for (;;) {
    const id = randomInt(1, 0x10000)
    if (idsInUse.has(id)) continue
    idsInUse.add(id)
    return id
  }
}

const tokenBytes = 8

/**
 * A socket for echo requests to one address: a raw one, or without the privilege a datagram socket, if the host allows it
 * (`net.ipv4.ping_group_range`). Throws `EPERM` or `EACCES` if neither is permitted.
 */
export async function openEcho(address: string): Promise<EchoSocket> {
  const open = await loadSockets()
  const version = versionOf(address)
  const protocol = version === 4 ? protocols.icmp : protocols.icmpv6
  let socket: RawSocket
  let isRaw = true
  try {
    socket = openRawIcmp(open, version)
  } catch (error) {
    if (!isPermissionError(error)) throw error
    socket = open({ version, type: 'datagram', protocol, withFailures: true })
    isRaw = false
  }
  const id = isRaw ? takeId() : 0
  let isOpen = true
  /** the first bytes of each payload, so that an answer to somebody else with the same identifier is not ours */
  const sent = new Map<number, Buffer>()

  function readRaw(packet: Buffer, from: string, at: number): EchoAnswer | undefined {
    const message = readRawIcmp(version, packet)
    if (!message) return undefined
    if (message.kind === 'reply') {
      const { sequence, payload } = message
      const isOurs =
        message.id === id && from === address && sent.get(sequence)?.equals(payload.subarray(0, tokenBytes))
      return isOurs ? { sequence, from, at, error: undefined, labels: [] } : undefined
    }
    const { quoted, error, labels } = message
    const sequence = quoted.transport.readUInt16BE(6)
    const isOurs =
      quoted.protocol === protocol &&
      quoted.destination === address &&
      quoted.transport.readUInt16BE(4) === id &&
      sent.has(sequence)
    return isOurs ? { sequence, from, at, error, labels } : undefined
  }

  /** The kernel gives a datagram socket only what belongs to it. */
  function readDatagram({ bytes, from, at, failure }: NonNullable<ReturnType<RawSocket['receive']>>) {
    if (!failure) {
      const message = readIcmp(version, bytes)
      const isReply = message?.kind === 'reply' && sent.has(message.sequence)
      return isReply ? { sequence: message.sequence, from, at, error: undefined, labels: [] } : undefined
    }
    const error = failure.icmp && readPacketError(version, failure.icmp, failure.info)
    if (!error || failure.by === undefined || bytes.length < 8) return undefined
    return { sequence: bytes.readUInt16BE(6), from: failure.by, at, error, labels: [] }
  }

  return {
    isRaw,
    socket,
    send(sequence, payload) {
      sent.set(sequence, Buffer.from(payload.subarray(0, tokenBytes)))
      return socket.send(encodeEcho(version, id, sequence, payload), address)
    },
    receive() {
      for (let received = socket.receive(); received; received = socket.receive()) {
        const { bytes, from, at } = received
        const answer = isRaw ? readRaw(bytes, from, at) : readDatagram(received)
        if (answer) return answer
      }
      return undefined
    },
    close() {
      if (!isOpen) return
      isOpen = false
      socket.close()
      if (isRaw) idsInUse.delete(id)
    },
  }
}
