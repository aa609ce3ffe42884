import type * as zod from 'zod'
import { type ControlKind, control } from './control.ts'

type Schema = zod.ZodType

/** One of several values. */
export type Choice = string | number | boolean

/** How a form displays one member of a configuration. */
export type FieldKind =
  | { readonly kind: ControlKind | 'boolean' | 'other' }
  | { readonly kind: 'text' /** multi-line */; readonly isLong: boolean }
  | {
      readonly kind: 'number'
      readonly min: number | undefined
      readonly max: number | undefined
      readonly whole: boolean
    }
  | { readonly kind: 'enum'; readonly values: readonly Choice[] }
  | { readonly kind: 'array'; readonly element: Schema }
  | { readonly kind: 'object'; readonly shape: Readonly<Record<string, Schema>> }

/** A form field for one member of a configuration. */
export interface FieldDescription {
  readonly field: FieldKind
  /** from `describe` */
  readonly label: string | undefined
  readonly isOptional: boolean
  /** the default of the schema */
  readonly fallback: unknown
}

interface Wrapper {
  readonly innerType: Schema
  readonly defaultValue?: unknown
}

const wrappers = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional', 'catch']

/** Strings with a higher maximum length get a multi-line field. */
const maxLineLength = 250

const finite = (value: number | null | undefined) =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

const isChoice = (value: unknown): value is Choice => ['string', 'number', 'boolean'].includes(typeof value)

function kindOf(schema: Schema): FieldKind {
  const { def } = schema._zod
  switch (def.type) {
    case 'boolean':
      return { kind: 'boolean' }
    case 'number': {
      const { minValue, maxValue, isInt } = schema as zod.ZodNumber
      return { kind: 'number', min: finite(minValue), max: finite(maxValue), whole: isInt }
    }
    case 'enum':
      return { kind: 'enum', values: (schema as zod.ZodEnum).options }
    case 'literal':
      return { kind: 'enum', values: [...(schema as zod.ZodLiteral).values].filter(isChoice) }
    case 'array':
      return { kind: 'array', element: (schema as zod.ZodArray).element as Schema }
    case 'object':
      return { kind: 'object', shape: (schema as zod.ZodObject).shape as Readonly<Record<string, Schema>> }
    case 'string':
      return { kind: 'text', isLong: ((schema as zod.ZodString).maxLength ?? 0) > maxLineLength }
    default:
      return { kind: 'other' }
  }
}

/** Unwraps a schema (`optional`, `default`, …) to describe its field; the outermost label wins. */
export function describeField(schema: Schema): FieldDescription {
  let inner = schema
  let label: string | undefined
  let isOptional = false
  let fallback: unknown
  let special: ControlKind | undefined
  for (;;) {
    const meta = inner.meta() as { description?: string; [control]?: ControlKind } | undefined
    label ??= meta?.description
    special ??= meta?.[control]
    const { def } = inner._zod
    if (!wrappers.includes(def.type)) break
    const { innerType, defaultValue } = def as unknown as Wrapper
    if (def.type !== 'nonoptional') isOptional = true
    if (defaultValue !== undefined) fallback ??= defaultValue
    inner = innerType
  }
  return { field: special ? { kind: special } : kindOf(inner), label, isOptional, fallback }
}
