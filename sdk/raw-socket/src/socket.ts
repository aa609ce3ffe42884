import { decodeSocketAddress, encodeSocketAddress, families, type IpVersion } from './address.ts'
import { loadNative, type Native } from './native.ts'

/** Numbers of Linux. */
const types = { datagram: 2, raw: 3, stream: 1 } as const
const nonBlocking = 0o4000
const closeOnExec = 0o2000000
const socketLevel = 1
const timestamps = 35
const attachFilter = 26
const doNotWait = 0x40
const errorQueue = 0x2000
const realTime = 0
const ip = { level: 0, hops: 2, includeHeader: 3, mtuDiscovery: 10, receiveErrors: 11, mtu: 14 } as const
const ipv6 = { level: 41, hops: 16, mtuDiscovery: 23, mtu: 24, receiveErrors: 25 } as const
/** Sets "do not fragment" and ignores what the kernel knows of the path. */
const probeMtu = 3

/** Protocols by their number on the wire. */
export const protocols = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58, raw: 255 } as const

/** Longer packets are cut: what matters is at the beginning. */
const maxPacketBytes = 4096
const maxControlBytes = 512
const headerBytes = 56

/** What the kernel says of a packet that was not delivered. */
export interface DeliveryFailure {
  /** the router or host that reported it; undefined for this host */
  readonly by: string | undefined
  /** of the ICMP message; undefined if this host itself refused to send */
  readonly icmp: { readonly type: number; readonly code: number } | undefined
  /** the MTU, if the packet was too large */
  readonly info: number
}

export interface Received {
  /** valid until the next call. IPv4 raw sockets get the IP header, too; failures have what was sent */
  readonly bytes: Buffer
  readonly from: string
  /** milliseconds since the epoch, with fractions */
  readonly at: number
  readonly failure?: DeliveryFailure
}

export interface SocketOptions {
  readonly version: IpVersion
  readonly type: keyof typeof types
  readonly protocol: number
  /** `receive` also returns failures; for sockets that are not raw */
  readonly withFailures?: boolean
  /** packets are sent with the IPv4 header that they begin with */
  readonly includeHeader?: boolean
}

/** An open socket. Calls throw errors with the codes of Node, for example `EACCES`. */
export type RawSocket = ReturnType<typeof makeSocket>

/** An instruction of a packet filter: code, jumps if true and if false, operand. */
export type FilterInstruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number]

const secondsAndNanoseconds = (time: Buffer, at = 0): number =>
  Number(time.readBigInt64LE(at)) * 1000 + Number(time.readBigInt64LE(at + 8)) / 1e6

function makeSocket(native: Native, options: SocketOptions) {
  const { version, type, protocol, withFailures = false, includeHeader = false } = options
  const handle = native.socket(families[version], types[type] | nonBlocking | closeOnExec, protocol)
  if (handle === -1) throw native.failure('socket')

  const check = (result: number, call: string): number => {
    if (result === -1) throw native.failure(call)
    return result
  }
  const setBytes = (level: number, option: number, value: Buffer) =>
    check(native.setsockopt(handle, level, option, value, value.length), 'setsockopt')
  const set = (level: number, option: number, value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32LE(value)
    setBytes(level, option, bytes)
  }
  const layer = version === 4 ? ip : ipv6
  let isOpen = true
  const close = () => {
    if (isOpen) native.close(handle)
    isOpen = false
  }

  const name = Buffer.alloc(28)
  const data = Buffer.alloc(maxPacketBytes)
  const control = Buffer.alloc(maxControlBytes)
  const vector = Buffer.alloc(16)
  const header = Buffer.alloc(headerBytes)
  const time = Buffer.alloc(16)
  vector.writeBigUInt64LE(native.addressOf(data), 0)
  vector.writeBigUInt64LE(BigInt(data.length), 8)

  try {
    set(socketLevel, timestamps, 1)
    if (withFailures) set(layer.level, layer.receiveErrors, 1)
    if (includeHeader) set(ip.level, ip.includeHeader, 1)
  } catch (error) {
    close()
    throw error
  }

  const now = (): number => {
    check(native.clock_gettime(realTime, time), 'clock_gettime')
    return secondsAndNanoseconds(time)
  }

  function readFailure(at: number, length: number): DeliveryFailure {
    const [origin, icmpType = 0, code = 0] = control.subarray(at + 4, at + 7)
    const by = length >= 32 ? decodeSocketAddress(control.subarray(at + 16, at + length)) : undefined
    const isIcmp = origin === 2 || origin === 3
    return {
      by: by?.address,
      icmp: isIcmp ? { type: icmpType, code } : undefined,
      info: control.readUInt32LE(at + 8),
    }
  }

  function receiveFrom(flags: number): Received | undefined {
    header.fill(0)
    header.writeBigUInt64LE(native.addressOf(name), 0)
    header.writeUInt32LE(name.length, 8)
    header.writeBigUInt64LE(native.addressOf(vector), 16)
    header.writeBigUInt64LE(1n, 24)
    header.writeBigUInt64LE(native.addressOf(control), 32)
    header.writeBigUInt64LE(BigInt(control.length), 40)
    name.writeUInt16LE(0, 0)
    const size = Number(native.recvmsg(handle, header, flags | doNotWait))
    if (size === -1) return undefined
    let at: number | undefined
    let failure: DeliveryFailure | undefined
    const end = Number(header.readBigUInt64LE(40))
    for (let offset = 0; offset + 16 <= end; ) {
      const length = Number(control.readBigUInt64LE(offset))
      if (length < 16) break
      const [level, kind] = [control.readInt32LE(offset + 8), control.readInt32LE(offset + 12)]
      if (level === socketLevel && kind === timestamps) at = secondsAndNanoseconds(control, offset + 16)
      else if (level === layer.level && kind === layer.receiveErrors) failure = readFailure(offset + 16, length - 16)
      offset += Math.ceil(length / 8) * 8
    }
    return {
      bytes: data.subarray(0, size),
      from: decodeSocketAddress(name)?.address ?? '',
      at: at ?? now(),
      ...(failure && { failure }),
    }
  }

  return {
    version,
    close,
    [Symbol.dispose]: close,
    /** Milliseconds since the epoch, with fractions, on the clock of `Received.at`. */
    now,

    /** Sets the time to live, or hop limit, of the packets sent from now on. */
    setHops: (hops: number) => set(layer.level, layer.hops, hops),

    /** Whatever is sent from now on is never fragmented, and may be larger than what the kernel knows of the path. */
    neverFragment: () => set(layer.level, layer.mtuDiscovery, probeMtu),

    setOption: set,
    setOptionBytes: setBytes,

    /** Drops what a classic packet filter does not accept. For IPv4 it begins at the IP header, for IPv6 after it. */
    filter(program: readonly FilterInstruction[]): void {
      const instructions = Buffer.alloc(program.length * 8)
      for (const [i, [code, ifTrue, ifFalse, operand]] of program.entries()) {
        instructions.writeUInt16LE(code, i * 8)
        instructions.writeUInt8(ifTrue, i * 8 + 2)
        instructions.writeUInt8(ifFalse, i * 8 + 3)
        instructions.writeUInt32LE(operand >>> 0, i * 8 + 4)
      }
      const description = Buffer.alloc(16)
      description.writeUInt16LE(program.length, 0)
      description.writeBigUInt64LE(native.addressOf(instructions), 8)
      setBytes(socketLevel, attachFilter, description)
    },

    bind(address: string, port: number): void {
      const encoded = encodeSocketAddress(address, port)
      check(native.bind(handle, encoded, encoded.length), 'bind')
    },

    /** Of a datagram socket: chooses the route, so that `name` and `mtu` are those of this destination. */
    connect(address: string, port: number): void {
      const encoded = encodeSocketAddress(address, port)
      check(native.connect(handle, encoded, encoded.length), 'connect')
    },

    /** The local address and port. */
    name(): { readonly address: string; readonly port: number } {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(name.length)
      check(native.getsockname(handle, name, length), 'getsockname')
      return decodeSocketAddress(name) ?? { address: '', port: 0 }
    },

    /** The MTU of the route of a connected socket, as far as the kernel knows it. */
    mtu(): number {
      const [value, length] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32LE(4)
      check(native.getsockopt(handle, layer.level, layer.mtu, value, length), 'getsockopt')
      return value.readInt32LE()
    },

    /** Sends a packet; returns when, as `now` does. */
    send(bytes: Uint8Array, address: string, port = 0): number {
      const encoded = encodeSocketAddress(address, port)
      const at = now()
      const send = () => Number(native.sendto(handle, bytes, bytes.length, 0, encoded, encoded.length))
      // The first call reports what became of an earlier packet.
      if (send() === -1 && !(withFailures && send() !== -1)) throw native.failure('sendto')
      return at
    },

    /** The next packet or failure; undefined if there is none. Never waits. */
    receive: (): Received | undefined => (withFailures ? receiveFrom(errorQueue) : undefined) ?? receiveFrom(0),
  }
}

/** Opens sockets. Loads what they need at the first call; throws `ENOTSUP` where there are none. */
export async function loadSockets(): Promise<(options: SocketOptions) => RawSocket> {
  const native = await loadNative()
  return (options) => makeSocket(native, options)
}
