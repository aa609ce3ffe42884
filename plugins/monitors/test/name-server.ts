import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { onClose } from './servers.ts'

const types = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const
export type Type = keyof typeof types

/** Records by name and type, in wire format. */
export type Zone = Readonly<Record<string, Partial<Record<Type, readonly Buffer[]>>>>

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ])

export const wire = {
  A: (text: string) => Buffer.from(text.split('.').map(Number)),
  /** without `::` */
  AAAA: (text: string) => Buffer.from(text.split(':').flatMap((g) => [parseInt(g, 16) >> 8, parseInt(g, 16) & 255])),
  CNAME: nameBytes,
  MX: (priority: number, name: string) =>
    Buffer.concat([Buffer.from([priority >> 8, priority & 255]), nameBytes(name)]),
  TXT: (...pieces: string[]) =>
    Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)]))),
}

const u16 = (...numbers: number[]) => Buffer.from(numbers.flatMap((n) => [n >> 8, n & 255]))

export interface Question {
  readonly id: number
  readonly name: string
  readonly type: number
  /** the question in wire format, repeated in the response */
  readonly bytes: Buffer
}

/** Parses a query; of TCP queries without the two length bytes. */
export function parseQuestion(message: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString())
    at += 1 + length
  }
  const bytes = message.subarray(12, at + 5)
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    bytes,
  }
}

interface Flags {
  readonly id?: number
  readonly code?: number
  readonly truncated?: boolean
}

/** A response to a question with these values. */
export function responseTo(
  question: Question,
  values: readonly Buffer[],
  { id, code = 0, truncated = false }: Flags = {},
) {
  const flags = 0x8180 | code | (truncated ? 0x0200 : 0)
  const records = values.map((value) => Buffer.concat([u16(0xc00c, question.type, 1, 0, 60, value.length), value]))
  return Buffer.concat([u16(id ?? question.id, flags, 1, values.length, 0, 0), question.bytes, ...records])
}

/** Responds from a zone, and with NXDOMAIN for other names. */
export const fromZone =
  (zone: Zone) =>
  (question: Question): readonly Buffer[] => {
    const name = Object.keys(types).find((type) => types[type as Type] === question.type) as Type | undefined
    const found = zone[question.name]
    return [responseTo(question, (name && found?.[name]) ?? [], { code: found ? 0 : 3 })]
  }

/** A UDP name server on a loopback port, by default a free one. `respond` returns the packets to send back. */
export async function serveNames(respond: (question: Question, from: RemoteInfo) => readonly Buffer[], port = 0) {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const question = parseQuestion(message)
    queries.push(question.name)
    for (const packet of respond(question, from)) socket.send(packet, from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  onClose(() => new Promise((resolve) => socket.close(() => resolve())))
  return { nameserver: `127.0.0.1:${socket.address().port}`, port: socket.address().port, queries }
}
