import { isRange } from './compatible.ts'
import type { SizingStrategy, WidgetCategory, WidgetManifest, WidgetSizing } from './manifest.ts'

/** A validation error of a manifest; the message starts with the field. */
export class ManifestError extends Error {
  readonly field: string

  constructor(field: string, rule: string) {
    super(`${field} ${rule}`)
    this.name = 'ManifestError'
    this.field = field
  }
}

const categories: readonly WidgetCategory[] = ['Real-time', 'Charts', 'Status']
const strategies: readonly SizingStrategy[] = ['free', 'fixed', 'aspect-square', 'content-height']
const idPattern = /^[a-z0-9]+(\.[a-z0-9-]+)+$/
const versionPattern = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function text(from: Readonly<Record<string, unknown>>, field: string, most: number): string {
  const value = from[field]
  if (typeof value !== 'string') throw new ManifestError(field, 'must be a string')
  const trimmed = value.trim()
  if (trimmed === '') throw new ManifestError(field, 'must not be empty')
  if (trimmed.length > most) throw new ManifestError(field, `must have at most ${most} characters`)
  // including bidirectional controls and line separators, which could disguise a text
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(trimmed))
    throw new ManifestError(field, 'must not contain control characters')
  // reject names of invisible characters only
  if (!/(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(trimmed))
    throw new ManifestError(field, 'must contain a visible character')
  return trimmed
}

const textIfAny = (from: Readonly<Record<string, unknown>>, field: string, most: number) =>
  from[field] === undefined || from[field] === '' ? {} : { [field]: text(from, field, most) }

function oneOf<T extends string>(field: string, value: unknown, names: readonly T[]): T {
  const found = names.find((name) => name === value)
  if (found === undefined) throw new ManifestError(field, `must be one of ${names.join(', ')}`)
  return found
}

function cells(sizing: Readonly<Record<string, unknown>>, name: string, most: number): number {
  const value = sizing[name]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most) {
    throw new ManifestError(`sizing.${name}`, `must be a whole number from 1 to ${most}`)
  }
  return value
}

/** Columns of the grid, and maximum rows of a widget. */
const bounds = { W: 12, H: 50 } as const

function sizingOf(value: unknown): WidgetSizing {
  if (!isObject(value)) throw new ManifestError('sizing', 'must be an object')
  const sides = (['W', 'H'] as const).map((side) => {
    const [least, size] = [cells(value, `min${side}`, bounds[side]), cells(value, `default${side}`, bounds[side])]
    const most = value[`max${side}`] === undefined ? undefined : cells(value, `max${side}`, bounds[side])
    if (size < least) throw new ManifestError(`sizing.default${side}`, `must be at least min${side}`)
    if (most !== undefined && size > most)
      throw new ManifestError(`sizing.default${side}`, `must be at most max${side}`)
    return [[`default${side}`, size], [`min${side}`, least], ...(most === undefined ? [] : [[`max${side}`, most]])]
  })
  const strategy = oneOf('sizing.strategy', value.strategy, strategies)
  return { ...Object.fromEntries(sides.flat()), strategy } as unknown as WidgetSizing
}

/** Validates a manifest and drops unknown members. Throws `ManifestError` for the first invalid field. */
export function validateManifest(value: unknown): WidgetManifest {
  if (!isObject(value)) throw new ManifestError('manifest', 'must be a JSON object')
  const id = text(value, 'id', 128)
  if (!idPattern.test(id)) throw new ManifestError('id', 'must be in reverse-DNS style, such as org.example.weather')
  const version = text(value, 'version', 64)
  if (!versionPattern.test(version)) throw new ManifestError('version', 'must be MAJOR.MINOR.PATCH')
  const sdkVersion = text(value, 'sdkVersion', 100)
  if (!isRange(sdkVersion))
    throw new ManifestError('sdkVersion', 'must be a semver range that names a version, such as ^1.0.0')
  return {
    id,
    version,
    name: text(value, 'name', 100),
    ...textIfAny(value, 'description', 500),
    ...textIfAny(value, 'author', 100),
    category: oneOf('category', value.category, categories),
    sizing: sizingOf(value.sizing),
    sdkVersion,
  }
}
