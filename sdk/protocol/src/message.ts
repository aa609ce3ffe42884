import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'

/**
 * A named message of the wire: one JSON object per text frame, discriminated by `type`, with every other member
 * beside it (contract "wire", 1.2). `schema` describes the members without `type`.
 */
export interface MessageDef<T extends TSchema = TSchema> {
  /** snake_case discriminator as written on the wire */
  readonly type: string
  readonly schema: T
}

/** The members of a message, without `type`. */
export type Payload<M> = M extends MessageDef<infer T> ? Static<T> : never

/** Declares a message. `members` maps member names to TypeBox schemas. */
export function defineMessage<P extends TProperties>(type: string, members: P): MessageDef<TObject<P>> {
  return { type, schema: Type.Object(members) }
}

/** The text frame of a message. Integers must be whole already: peers drop a message with `5.5` in an integer member. */
export function encode<M extends MessageDef>(message: M, payload: Payload<M>): string {
  return JSON.stringify({ type: message.type, ...(payload as object) })
}
