import { type TSchema, Type } from '@sinclair/typebox'

// The scalar vocabulary of the wire. 64-bit values stay below 2^53 on our side.

/** Unsigned, 8 bits. */
export const u8 = () => Type.Integer({ minimum: 0, maximum: 255 })
/** Unsigned, 16 bits. */
export const u16 = () => Type.Integer({ minimum: 0, maximum: 65_535 })
/** Unsigned, 32 bits. */
export const u32 = () => Type.Integer({ minimum: 0, maximum: 4_294_967_295 })
/** Unsigned, below 2^53. */
export const u64 = () => Type.Integer({ minimum: 0 })
/** Signed, 32 bits. */
export const i32 = () => Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
/** Signed, within plus or minus 2^53. */
export const i64 = () => Type.Integer()
/** Any finite number, whole ones included. */
export const f64 = () => Type.Number()
/** UTF-8 text of any length. */
export const str = () => Type.String()

/** RFC 3339 instant, written with `Z`. */
export const timestamp = () => Type.String()

/** Seconds since the epoch, UTC. */
export const unixSeconds = () => Type.Integer()

/** `T?` of the contract: the value, `null`, or a missing key. */
export const nullable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** A member that is always written, with `null` when empty. */
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** `T=` of the contract: the key may be missing, `null` is not accepted. */
export const defaulted = <T extends TSchema>(schema: T) => Type.Optional(schema)
