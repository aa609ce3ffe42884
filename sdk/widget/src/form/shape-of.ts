import type * as zod from 'zod'

/** The schemas of the members of an object. */
export type Shape = Readonly<Record<string, zod.ZodType>>

/** The definitions of the schemas that contain others. */
interface Containing {
  readonly type: string
  readonly innerType?: zod.ZodType
  readonly left?: zod.ZodType
  readonly right?: zod.ZodType
  readonly in?: zod.ZodType
  readonly out?: zod.ZodType
  readonly options?: readonly zod.ZodType[]
  getter?(): zod.ZodType
}

const definitionOf = (schema: unknown) =>
  (schema as { _zod?: { def?: Containing } } | null | undefined)?._zod?.def ?? { type: 'none' }

/** Schemas that pass on the output of another. */
const wrappers = ['default', 'prefault', 'catch', 'readonly', 'nonoptional']

/**
 * Whether the output of a schema is an object, as far as the schema says; the result of a transformation is not known in
 * advance. Works across copies of Zod 4.
 */
export function isObjectSchema(schema: unknown): boolean {
  const { type, innerType, left, right, out, options, getter } = definitionOf(schema)
  if (type === 'intersection') return isObjectSchema(left) && isObjectSchema(right)
  if (type === 'union') return options?.every(isObjectSchema) ?? false
  if (type === 'pipe') return isObjectSchema(out)
  if (type === 'lazy') return isObjectSchema(getter?.())
  if (wrappers.includes(type)) return isObjectSchema(innerType)
  return ['object', 'record', 'transform', 'custom'].includes(type)
}

/**
 * The members of the object that a schema accepts; undefined if there are no fixed ones, as in a union, which is edited as
 * JSON.
 */
export function shapeOf(schema: zod.ZodType): Shape | undefined {
  const { type, innerType, left, right, in: before, out, getter } = definitionOf(schema)
  if (type === 'object') return (schema as zod.ZodObject).shape as Shape
  if (type === 'intersection' && left && right) {
    const [one, other] = [shapeOf(left), shapeOf(right)]
    return one && other && { ...one, ...other }
  }
  if (type === 'pipe' && before && out) return shapeOf(definitionOf(before).type === 'transform' ? out : before)
  if (type === 'lazy' && getter) return shapeOf(getter())
  return wrappers.includes(type) && innerType ? shapeOf(innerType) : undefined
}
