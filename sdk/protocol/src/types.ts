import { type TSchema, Type } from '@sinclair/typebox'

/** The scalar vocabulary of the wire contract (section 0). 64-bit values stay below 2^53 on our side. */
export const u8 = () => Type.Integer({ minimum: 0, maximum: 255 })
export const u16 = () => Type.Integer({ minimum: 0, maximum: 65_535 })
export const u32 = () => Type.Integer({ minimum: 0, maximum: 4_294_967_295 })
export const u64 = () => Type.Integer({ minimum: 0 })
export const i32 = () => Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
export const i64 = () => Type.Integer()
export const f64 = () => Type.Number()
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
