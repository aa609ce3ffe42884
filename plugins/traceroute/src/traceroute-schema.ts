import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, Nullable, nameSchemas, OneOf, textRule } from '@svc/plugin-sdk'
import {
  flowNames,
  Hop,
  HopHost,
  MplsLabel,
  maxHops,
  maxRounds,
  protocolNames,
  snapshotFields,
  TraceAlert,
  TracedPath,
} from './wire.ts'

const anyCase = (word: string) => word.replace(/./g, (letter) => `[${letter.toUpperCase()}${letter}]`)

/** What an admin asks for. */
export const StartTrace = Type.Object({
  target: Type.String({
    minLength: 1,
    maxLength: 253,
    examples: ['example.com'],
    ...textRule(/^[A-Za-z0-9.:-]*$/u, 'traceroute.TARGET_CHARACTERS'),
    description: 'host name or IP address',
  }),
  protocol: Type.Optional(
    Type.String({
      maxLength: 4,
      examples: ['icmp'],
      ...textRule(RegExp(`^(?:${protocolNames.map(anyCase).join('|')})$`, 'u'), 'traceroute.PROTOCOL_NAMES'),
      description: '`icmp` (default), `udp` or `tcp`, in any letter case',
    }),
  ),
  flow: Type.Optional(OneOf(...flowNames)),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'of UDP and TCP' })),
  rounds: Type.Optional(Type.Integer({ minimum: 1, maximum: maxRounds })),
  max_hops: Type.Optional(Type.Integer({ minimum: 1, maximum: maxHops })),
  ip_version: Type.Optional(
    Type.Unsafe<4 | 6>({
      type: 'integer',
      enum: [4, 6],
      description: 'default: what the resolver of the host prefers',
    }),
  ),
})
export type StartTrace = Static<typeof StartTrace>

/** A trace with all rounds so far. */
export const Snapshot = Type.Object({ ...snapshotFields, error_text: Nullable(CodedTextSchema) })
export type Snapshot = Static<typeof Snapshot>

/** A trace in the history. */
export const HistoryEntry = Type.Object({
  request_id: Type.String(),
  server_id: Type.String(),
  target: Type.String(),
  protocol: snapshotFields.protocol,
  port: Nullable(Type.Integer()),
  /** milliseconds */
  started_at: Type.Integer(),
  /** milliseconds; null while it runs */
  completed_at: Nullable(Type.Integer()),
  hop_count: Type.Integer(),
  has_error: Type.Boolean(),
  reached: Type.Boolean(),
  alert: snapshotFields.alert,
})
export type HistoryEntry = Static<typeof HistoryEntry>

nameSchemas({ MplsLabel, Hop, TracedPath, HopHost, TraceAlert, StartTrace, Snapshot, HistoryEntry })
