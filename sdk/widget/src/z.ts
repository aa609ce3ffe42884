import * as zod from 'zod'
import { type ControlKind, control } from './form/control.ts'

const withControl = (kind: ControlKind, pattern: RegExp, message: string) =>
  zod
    .string()
    .regex(pattern, message)
    .meta({ [control]: kind })

/** The id of a server; forms list the existing servers. */
const serverId = () => withControl('serverId', /^\S+$/, 'select a server')
/** The id of a service monitor; forms list the existing monitors. */
const monitorId = () => withControl('monitorId', /^\S+$/, 'select a monitor')
/** The path of a metric in a server's live data, such as `cpu` or `mem_used`; forms suggest the available ones. */
const metricPath = () =>
  withControl(
    'metricPath',
    /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\.\d+|\[\d+\])*$/,
    'must be a metric path, such as mem_used',
  )
/** A color: hex with 3 to 8 digits, `rgb()`, `hsl()` or `oklch()`. */
const color = () =>
  withControl(
    'color',
    /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgba?|hsla?|oklch)\([\d\s.,%/a-z+-]{1,60}\))$/i,
    'must be a color, such as #3b82f6',
  )
/** A duration: digits and `s`, `m`, `h` or `d`. `secondsOf` converts it. */
const duration = () => withControl('duration', /^\d{1,6}[smhd]$/, 'must be a duration in s, m, h or d, such as 15m')

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Converts a `z.duration()` to seconds. */
export const secondsOf = (text: string): number =>
  Number.parseInt(text, 10) * (unitSeconds[text.slice(-1)] ?? Number.NaN)

/**
 * The part of Zod 4 that configurations need, plus five types for dashboards. Listed individually for tree shaking, because
 * every browser loads it.
 */
export const z = {
  any: zod.any,
  array: zod.array,
  boolean: zod.boolean,
  discriminatedUnion: zod.discriminatedUnion,
  email: zod.email,
  enum: zod.enum,
  int: zod.int,
  literal: zod.literal,
  looseObject: zod.looseObject,
  nullable: zod.nullable,
  number: zod.number,
  object: zod.object,
  optional: zod.optional,
  record: zod.record,
  strictObject: zod.strictObject,
  string: zod.string,
  tuple: zod.tuple,
  union: zod.union,
  unknown: zod.unknown,
  url: zod.url,
  serverId,
  monitorId,
  metricPath,
  color,
  duration,
}

/** Type helpers available as `z.infer` and so on, like in Zod. */
export declare namespace z {
  export type infer<T extends zod.ZodType> = zod.output<T>
  export type input<T extends zod.ZodType> = zod.input<T>
  export type output<T extends zod.ZodType> = zod.output<T>
}

/** The output type of a schema. */
export type Infer<T extends zod.ZodType> = zod.output<T>
export type { ZodObject, ZodType, ZodType as ZodSchema, ZodType as ZodTypeAny } from 'zod'
