import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'

/**
 * A message definition. A message is one JSON object per text frame: `type` plus the fields described by `schema`.
 */
export interface MessageDef<T extends TSchema = TSchema> {
  /** the value of `type`, in snake_case */
  readonly type: string
  readonly schema: T
}

/** The fields of a message, without `type`. */
export type Payload<M> = M extends MessageDef<infer T> ? Static<T> : never

/** Defines a message. `fields` maps field names to TypeBox schemas. */
export function defineMessage<P extends TProperties>(type: string, fields: P): MessageDef<TObject<P>> {
  return { type, schema: Type.Object(fields) }
}

/** Serializes a message. Integer fields must hold integers: peers drop a message with `5.5` in one. */
export function encode<M extends MessageDef>({ type }: M, payload: Payload<M>): string {
  // A payload that was received still has the `type` of its own message.
  return JSON.stringify(Object.assign({ type }, payload, { type }))
}
