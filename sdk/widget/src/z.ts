import * as zod from 'zod'
import { type ControlKind, control } from './form/control.ts'

const marked = (kind: ControlKind, pattern: RegExp, problem: string) =>
  zod
    .string()
    .regex(pattern, problem)
    .meta({ [control]: kind })

/** The id of a server; forms offer the servers there are. */
const serverId = () => marked('serverId', /^\S+$/, 'select a server')
/** The id of a service monitor; forms offer the ones there are. */
const monitorId = () => marked('monitorId', /^\S+$/, 'select a monitor')
/** Where a figure is found in a server's live data: `cpu`, `mem_used`; forms suggest what there is. */
const metricPath = () =>
  marked('metricPath', /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\.\d+|\[\d+\])*$/, 'must be a metric path, such as mem_used')
/** A colour: hex with 3 to 8 digits, `rgb()`, `hsl()` or `oklch()`. */
const color = () =>
  marked(
    'color',
    /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgba?|hsla?|oklch)\([\d\s.,%/a-z+-]{1,60}\))$/i,
    'must be a color, such as #3b82f6',
  )
/** A length of time: digits and `s`, `m`, `h` or `d`. `secondsOf` reads it. */
const duration = () => marked('duration', /^\d{1,6}[smhd]$/, 'must be a duration in s, m, h or d, such as 15m')

const lengths: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds of a `z.duration()`. */
export const secondsOf = (text: string): number => Number.parseInt(text, 10) * (lengths[text.slice(-1)] ?? Number.NaN)

/**
 * Zod 4, the part of it that configurations need, and five types of our own. Listed one by one: a browser then loads
 * nothing else of Zod.
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

/** The types that code written for Zod expects below `z`. */
export declare namespace z {
  export type infer<T extends zod.ZodType> = zod.output<T>
  export type input<T extends zod.ZodType> = zod.input<T>
  export type output<T extends zod.ZodType> = zod.output<T>
}

/** What a schema makes of what it is given. */
export type Infer<T extends zod.ZodType> = zod.output<T>
export type { ZodObject, ZodType, ZodType as ZodSchema, ZodType as ZodTypeAny } from 'zod'
