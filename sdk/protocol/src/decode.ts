import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { MessageDef } from './message.ts'

/** The result of decoding a frame. Only a `message` may be handled; the others are dropped and counted. */
export type Decoded =
  | { readonly kind: 'message'; readonly message: MessageDef; readonly payload: Readonly<Record<string, unknown>> }
  /** not JSON, not an object, or without a string `type` */
  | { readonly kind: 'malformed' }
  /** an unknown `type`; legal, newer peers send them */
  | { readonly kind: 'unknown'; readonly type: string }
  /** a known type with an invalid field at `path`; `path` never contains values, so it is safe to log */
  | { readonly kind: 'invalid'; readonly type: string; readonly path: string }

const toPascalCase = (type: string) => type.replace(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())

/**
 * Compiles the schemas of `messages` and returns a decoder for one direction of a channel. `type` is accepted in
 * snake_case and in PascalCase; unknown fields are allowed.
 */
export function makeDecoder(messages: readonly MessageDef[]): (text: string) => Decoded {
  const decoders = new Map<string, { message: MessageDef; check: TypeCheck<TSchema> }>()
  for (const message of messages) {
    const entry = { message, check: TypeCompiler.Compile(message.schema) }
    decoders.set(message.type, entry)
    decoders.set(toPascalCase(message.type), entry)
  }
  return (text) => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return { kind: 'malformed' }
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'malformed' }
    const payload = value as Record<string, unknown>
    const type = payload.type
    if (typeof type !== 'string') return { kind: 'malformed' }
    const entry = decoders.get(type)
    if (!entry) return { kind: 'unknown', type }
    if (entry.check.Check(payload)) return { kind: 'message', message: entry.message, payload }
    return { kind: 'invalid', type: entry.message.type, path: entry.check.Errors(payload).First()?.path || '/' }
  }
}
