import { openSync, readSync, writeSync } from 'node:fs'
import koffi from 'koffi'
import { addressBytes } from '../address.ts'
import { checksumOf } from '../checksum.ts'
import type { MplsLabel } from '../icmp.ts'
import { withinNetwork } from './namespace.ts'

// Run by `createTestNetwork`: carries packets between two TUN devices. The kernel of some machines has no netem.

/** What a link does besides carrying packets. */
export interface LinkOptions {
  /** of each direction, in milliseconds */
  readonly delayMs?: number
  /** It is a router of its own, which shows these MPLS labels. IPv4 only. */
  readonly router?: { readonly address: string; readonly labels: readonly MplsLabel[] }
}

interface LinkDescription extends LinkOptions {
  readonly ends: readonly { readonly namespace: string; readonly device: string }[]
}

const setInterface = 0x4004_54ca
const tunWithoutHeader = 0x1001
const nonBlocking = 0o4002
const readable = 1
const maxPacket = 65_536

const libc = koffi.load(null)
const ioctl = libc.func('ioctl', 'int', ['int', 'ulong', 'void *'])
const poll = libc.func('poll', 'int', ['void *', 'ulong', 'int'])

const openDevice = ({ namespace, device }: LinkDescription['ends'][number]) =>
  withinNetwork(namespace, () => {
    const handle = openSync('/dev/net/tun', nonBlocking)
    const request = Buffer.alloc(40)
    request.write(device, 0)
    request.writeUInt16LE(tunWithoutHeader, 16)
    if (ioctl(handle, setInterface, request) !== 0) throw new Error(`cannot attach to ${device}`)
    return handle
  })

function readPacket(handle: number, buffer: Buffer): Buffer | undefined {
  try {
    return Buffer.from(buffer.subarray(0, readSync(handle, buffer)))
  } catch {
    return undefined
  }
}

function writePacket(handle: number, packet: Buffer): void {
  try {
    writeSync(handle, packet)
  } catch {
    // The device is down: the packet is lost.
  }
}

/** The answer to a packet whose time to live has ended, with labels as of RFC 4950. */
function timeExceeded(packet: Buffer, { address, labels }: NonNullable<LinkOptions['router']>): Buffer {
  const quoted = Buffer.alloc(128)
  packet.copy(quoted)
  const object = Buffer.alloc(4 + labels.length * 4)
  object.writeUInt16BE(object.length, 0)
  object.set([1, 1], 2)
  for (const [i, { label, tc, bottom, ttl }] of labels.entries()) {
    object.writeUInt32BE(((label << 12) | (tc << 9) | (Number(bottom) << 8) | ttl) >>> 0, 4 + i * 4)
  }
  const extensions = Buffer.concat([Buffer.from([0x20, 0, 0, 0]), object])
  extensions.writeUInt16BE(checksumOf(extensions), 2)
  const message = Buffer.concat([Buffer.from([11, 0, 0, 0, 0, quoted.length / 4, 0, 0]), quoted, extensions])
  message.writeUInt16BE(checksumOf(message), 2)
  const header = Buffer.alloc(20)
  header[0] = 0x45
  header.writeUInt16BE(header.length + message.length, 2)
  header[8] = 64
  header[9] = 1
  addressBytes(address).copy(header, 12)
  packet.copy(header, 16, 12, 16)
  header.writeUInt16BE(checksumOf(header), 10)
  return Buffer.concat([header, message])
}

/** The packet with one hop less to live, or the answer that it has none left. */
function route(packet: Buffer, router: NonNullable<LinkOptions['router']>): { packet: Buffer; isAnswer: boolean } {
  const ttl = packet[8] ?? 0
  if (ttl <= 1) return { packet: timeExceeded(packet, router), isAnswer: true }
  packet[8] = ttl - 1
  packet.writeUInt16BE(0, 10)
  packet.writeUInt16BE(checksumOf(packet.subarray(0, ((packet[0] ?? 0) & 0x0f) * 4)), 10)
  return { packet, isAnswer: false }
}

async function main({ ends, delayMs = 0, router }: LinkDescription): Promise<never> {
  const handles: number[] = []
  for (const end of ends) handles.push(await openDevice(end))
  process.stdout.write('ready\n')
  const buffer = Buffer.alloc(maxPacket)
  const waiting: { readonly at: number; readonly to: number; readonly packet: Buffer }[] = []
  const descriptors = Buffer.alloc(8 * handles.length)
  for (const [i, handle] of handles.entries()) {
    descriptors.writeInt32LE(handle, i * 8)
    descriptors.writeInt16LE(readable, i * 8 + 4)
  }
  for (;;) {
    const wait = waiting[0] ? Math.max(0, waiting[0].at - performance.now()) : 1000
    poll(descriptors, handles.length, Math.floor(wait))
    for (const [from, handle] of handles.entries()) {
      for (let packet = readPacket(handle, buffer); packet; packet = readPacket(handle, buffer)) {
        const isRouted = router && (packet[0] ?? 0) >> 4 === 4
        const { packet: next, isAnswer } = isRouted ? route(packet, router) : { packet, isAnswer: false }
        const to = handles[isAnswer ? from : 1 - from] ?? -1
        waiting.push({ at: performance.now() + (isAnswer ? 0 : delayMs), to, packet: next })
      }
    }
    waiting.sort((a, b) => a.at - b.at)
    while (waiting[0] && waiting[0].at <= performance.now()) {
      const next = waiting.shift()
      if (next) writePacket(next.to, next.packet)
    }
  }
}

await main(JSON.parse(process.argv[2] ?? '') as LinkDescription)
