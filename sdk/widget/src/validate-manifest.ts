import { type CodedText, type Params, renderWith, type TextCode, text } from '@svc/protocol/text'
import { isRange } from './compatible.ts'
import type { SizingStrategy, WidgetCategory, WidgetManifest, WidgetSizing } from './manifest.ts'
import { manifestTexts } from './manifest-texts.ts'

const sentence = renderWith(manifestTexts)

/** A validation error of a manifest; the message starts with the field. */
export class ManifestError extends Error {
  readonly field: string
  readonly text: CodedText

  constructor(field: string, code: TextCode, params?: Params) {
    const error = text('widget.FIELD', { field, rule: text(code, params) })
    super(sentence(error))
    this.name = 'ManifestError'
    this.field = field
    this.text = error
  }
}

const categories: readonly WidgetCategory[] = ['Real-time', 'Charts', 'Status']
const strategies: readonly SizingStrategy[] = ['free', 'fixed', 'aspect-square', 'content-height']
const idPattern = /^\w[\w-]*(\.[\w-]+)+$/
const versionPattern = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readText(from: Readonly<Record<string, unknown>>, field: string, most: number): string {
  const value = from[field]
  if (typeof value !== 'string') throw new ManifestError(field, 'widget.NOT_A_STRING')
  const trimmed = value.trim()
  if (trimmed === '') throw new ManifestError(field, 'widget.EMPTY')
  if (trimmed.length > most) throw new ManifestError(field, 'widget.TOO_LONG', { limit: most })
  // including bidirectional controls and line separators, which could disguise a text
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(trimmed))
    throw new ManifestError(field, 'widget.CONTROL_CHARACTERS')
  // reject names of invisible characters only
  if (!/(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(trimmed))
    throw new ManifestError(field, 'widget.NOT_VISIBLE')
  return trimmed
}

const textIfAny = (from: Readonly<Record<string, unknown>>, field: string, most: number) =>
  from[field] === undefined || from[field] === '' ? {} : { [field]: readText(from, field, most) }

function oneOf<T extends string>(field: string, value: unknown, names: readonly T[]): T {
  const found = names.find((name) => name === value)
  if (found === undefined) throw new ManifestError(field, 'widget.ONE_OF', { names })
  return found
}

/** Receives remarks on a valid manifest, for example on a size that was clamped. */
export type OnNote = (note: CodedText) => void

/** A size in cells, clamped to the grid. */
function cells(sizing: Readonly<Record<string, unknown>>, name: string, max: number, onNote: OnNote): number {
  const value = sizing[name]
  const field = `sizing.${name}`
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    throw new ManifestError(field, 'widget.POSITIVE_INTEGER')
  }
  if (value > max) onNote(text('widget.SIZE_CLAMPED', { field, value, max }))
  return Math.min(value, max)
}

/** Columns of the grid, and maximum rows of a widget. */
const bounds = { W: 12, H: 50 } as const

function sizingOf(value: unknown, onNote: OnNote): WidgetSizing {
  if (!isObject(value)) throw new ManifestError('sizing', 'widget.NOT_AN_OBJECT')
  const sides = (['W', 'H'] as const).map((side) => {
    const read = (name: 'min' | 'default' | 'max') => cells(value, `${name}${side}`, bounds[side], onNote)
    const [least, size] = [read('min'), read('default')]
    const most = value[`max${side}`] === undefined ? undefined : read('max')
    if (size < least) throw new ManifestError(`sizing.default${side}`, 'widget.BELOW', { other: `min${side}` })
    if (most !== undefined && size > most)
      throw new ManifestError(`sizing.default${side}`, 'widget.ABOVE', { other: `max${side}` })
    return [[`default${side}`, size], [`min${side}`, least], ...(most === undefined ? [] : [[`max${side}`, most]])]
  })
  const strategy = oneOf('sizing.strategy', value.strategy, strategies)
  return { ...Object.fromEntries(sides.flat()), strategy } as unknown as WidgetSizing
}

/**
 * Validates a manifest, clamps its sizes to the grid and drops unknown members. Throws `ManifestError` for the first invalid
 * field.
 */
export function validateManifest(value: unknown, onNote: OnNote = () => {}): WidgetManifest {
  if (!isObject(value)) throw new ManifestError('manifest', 'widget.NOT_JSON')
  const id = readText(value, 'id', 128)
  if (!idPattern.test(id)) throw new ManifestError('id', 'widget.NOT_REVERSE_DNS')
  const version = readText(value, 'version', 64)
  if (!versionPattern.test(version)) throw new ManifestError('version', 'widget.NOT_A_VERSION')
  const sdkVersion = readText(value, 'sdkVersion', 100)
  if (!isRange(sdkVersion)) throw new ManifestError('sdkVersion', 'widget.NOT_A_RANGE')
  return {
    id,
    version,
    name: readText(value, 'name', 100),
    ...textIfAny(value, 'description', 500),
    ...textIfAny(value, 'author', 100),
    category: oneOf('category', value.category, categories),
    sizing: sizingOf(value.sizing, onNote),
    sdkVersion,
  }
}
