import { KindGuard, type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'

/**
 * A message definition. A message is one JSON object per text frame: `type` plus the fields described by `schema`.
 */
export interface MessageDef<T extends TSchema = TSchema> {
  /** the value of `type`, in snake_case */
  readonly type: string
  readonly schema: T
  /** the field with raw bytes, if there is one; see `bytes` */
  readonly bytesField?: string | undefined
}

/** The fields of a message, without `type`. */
export type Payload<M> = M extends MessageDef<infer T> ? Static<T> : never

/** Defines a message. `fields` maps field names to TypeBox schemas. */
export function defineMessage<P extends TProperties>(type: string, fields: P): MessageDef<TObject<P>> {
  const bytesField = Object.keys(fields).find((name) => KindGuard.IsUint8Array(fields[name]))
  return { type, schema: Type.Object(fields), ...(bytesField !== undefined && { bytesField }) }
}

/** Serializes a message as text. Integer fields must hold integers: peers drop a message with `5.5` in one. */
export function encode<M extends MessageDef>({ type, bytesField }: M, payload: Payload<M>): string {
  // A payload that was received still has the `type` of its own message.
  const fields: Record<string, unknown> = Object.assign({ type }, payload, { type })
  if (bytesField !== undefined) fields[bytesField] = (fields[bytesField] as Uint8Array).toBase64()
  return JSON.stringify(fields)
}
