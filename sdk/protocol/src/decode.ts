import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { type Frame, splitFrame } from './frame.ts'
import type { MessageDef } from './message.ts'
import { nestsTooDeeply } from './nesting.ts'

/** The result of decoding a frame. Only a `message` may be handled; the others are dropped and counted. */
export type Decoded =
  | {
      readonly kind: 'message'
      readonly message: MessageDef
      /** all definitions of the type that it matches, if there are several; `message` is the first */
      readonly matches: readonly MessageDef[]
      readonly payload: Readonly<Record<string, unknown>>
    }
  /** not JSON, nested too deeply, not an object, without a string `type`, or binary although the message has no bytes */
  | { readonly kind: 'malformed' }
  /** an unknown `type`; legal, newer peers send them */
  | { readonly kind: 'unknown'; readonly type: string; readonly payload: Readonly<Record<string, unknown>> }
  /** a known type with an invalid field at `path`; `path` never contains values, so it is safe to log */
  | {
      readonly kind: 'invalid'
      readonly type: string
      readonly path: string
      /** unchecked: good for nothing but the id of the request that it answers */
      readonly payload: Readonly<Record<string, unknown>>
    }

const toPascalCase = (type: string) => type.replace(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())

const checks = new WeakMap<MessageDef, TypeCheck<TSchema>>()

/** Compiles a schema when its first frame arrives, and once, however many decoders use it. */
function checkOf(message: MessageDef): TypeCheck<TSchema> {
  const check = checks.get(message) ?? TypeCompiler.Compile(message.schema)
  checks.set(message, check)
  return check
}

/** The bytes; the value itself if it is not base64, so that the schema rejects it. */
function fromBase64(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return Uint8Array.fromBase64(value, { lastChunkHandling: 'strict' })
  } catch {
    return value
  }
}

/**
 * Returns a decoder of `messages` for one direction of a channel. `type` is accepted in snake_case and in PascalCase;
 * unknown fields are allowed. Several definitions may share a type.
 */
export function makeDecoder(messages: Iterable<MessageDef>): (frame: Frame) => Decoded {
  const byType = new Map<string, MessageDef[]>()
  for (const message of new Set(messages)) {
    const definitions = byType.get(message.type) ?? []
    definitions.push(message)
    byType.set(message.type, definitions)
    byType.set(toPascalCase(message.type), definitions)
  }
  return (frame) => {
    const split = splitFrame(frame)
    if (split && nestsTooDeeply(split.json)) return { kind: 'malformed' }
    let value: unknown
    try {
      value = JSON.parse(split?.json ?? '')
    } catch {
      return { kind: 'malformed' }
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'malformed' }
    const payload = value as Record<string, unknown>
    const type = payload.type
    if (typeof type !== 'string') return { kind: 'malformed' }
    const definitions = byType.get(type)
    const [first] = definitions ?? []
    if (!definitions || !first) return { kind: 'unknown', type, payload }
    const bytesField = definitions.find((definition) => definition.bytesField)?.bytesField
    if (bytesField !== undefined) payload[bytesField] = split?.bytes ?? fromBase64(payload[bytesField])
    else if (split?.bytes) return { kind: 'malformed' }
    const matches = definitions.filter((definition) => checkOf(definition).Check(payload))
    const [message] = matches
    if (message) return { kind: 'message', message, matches, payload }
    return {
      kind: 'invalid',
      type: first.type,
      path: checkOf(first).Errors(payload).First()?.path || '/',
      payload,
    }
  }
}
