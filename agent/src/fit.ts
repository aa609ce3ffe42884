import { KindGuard, type Static, type TObject, type TSchema } from '@sinclair/typebox'

const clamp = (value: unknown, minimum: number, maximum: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, minimum), maximum) : minimum

function fitObject(schema: TObject, value: unknown): Record<string, unknown> {
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const fitted: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema.properties)) {
    const absent = given[name] === undefined
    if (absent && KindGuard.IsOptional(member) && !KindGuard.IsUnion(member)) continue
    fitted[name] = fitValue(member, given[name])
  }
  return fitted
}

/** The first choice of `T | null` if the value is of that sort at all, else null: a strange value is no value. */
function fitNullable(schema: TSchema, value: unknown): unknown {
  const isRight =
    KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)
      ? Number.isFinite(value)
      : KindGuard.IsArray(schema)
        ? Array.isArray(value)
        : typeof value === (KindGuard.IsObject(schema) ? 'object' : schema.type)
  return isRight && value !== null ? fitValue(schema, value) : null
}

function fitValue(schema: TSchema, value: unknown): unknown {
  if (KindGuard.IsInteger(schema)) {
    const { maximum = Number.MAX_SAFE_INTEGER } = schema
    return Math.trunc(clamp(value, Math.max(schema.minimum ?? 0, 0), maximum))
  }
  if (KindGuard.IsNumber(schema)) return clamp(value, 0, Number.MAX_VALUE)
  if (KindGuard.IsString(schema)) return typeof value === 'string' ? value : ''
  if (KindGuard.IsArray(schema)) return Array.isArray(value) ? value.map((item) => fitValue(schema.items, item)) : []
  if (KindGuard.IsObject(schema)) return fitObject(schema, value)
  if (KindGuard.IsUnion(schema) && schema.anyOf.some(KindGuard.IsNull)) {
    return fitNullable(schema.anyOf[0] ?? schema, value)
  }
  throw new Error('a message that is made to fit holds numbers, strings, lists, objects and nullable members only')
}

/**
 * Makes a message that a strict peer accepts out of what samplers found: integers whole and in range, numbers finite
 * and not negative, every member present. A peer drops the whole message for a single `5.5`, `-1` or `null`.
 */
export const fit = <T extends TObject>(schema: T, value: unknown): Static<T> => fitObject(schema, value) as Static<T>
