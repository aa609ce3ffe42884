import { type TSchema, Type } from '@sinclair/typebox'

// The scalar types of the protocol. 64-bit values stay below 2^53.

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
/** A string of any length. */
export const str = () => Type.String()

/** Raw bytes: base64 in a text frame, as they are at the end of a binary one. At most one such field per message. */
export const bytes = () => Type.Uint8Array()

/** RFC 3339 timestamp in UTC, written with `Z`. */
export const timestamp = () => Type.String()

/** Seconds since the epoch, UTC. */
export const unixSeconds = () => Type.Integer()

/** The value, `null`, or no key at all. */
export const nullish = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** The value or `null`; the key is always present. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The value, or no key at all; `null` is not accepted. */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)
