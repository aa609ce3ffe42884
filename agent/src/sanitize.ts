import { KindGuard, type Static, type TObject, type TSchema } from '@sinclair/typebox'

const clamp = (value: unknown, minimum: number, maximum: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, minimum), maximum) : minimum

function sanitizeObject(schema: TObject, value: unknown): Record<string, unknown> {
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const fitted: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema.properties)) {
    const isAbsent = given[name] === undefined
    if (isAbsent && KindGuard.IsOptional(member) && !KindGuard.IsUnion(member)) continue
    fitted[name] = sanitizeValue(member, given[name])
  }
  return fitted
}

/** `T | null`: a value of the wrong type becomes null. */
function sanitizeNullable(schema: TSchema, value: unknown): unknown {
  const isRight =
    KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)
      ? Number.isFinite(value)
      : KindGuard.IsArray(schema)
        ? Array.isArray(value)
        : typeof value === (KindGuard.IsObject(schema) ? 'object' : schema.type)
  return isRight && value !== null ? sanitizeValue(schema, value) : null
}

function sanitizeValue(schema: TSchema, value: unknown): unknown {
  if (KindGuard.IsInteger(schema)) {
    const { maximum = Number.MAX_SAFE_INTEGER } = schema
    return Math.trunc(clamp(value, Math.max(schema.minimum ?? 0, 0), maximum))
  }
  if (KindGuard.IsNumber(schema)) return clamp(value, 0, Number.MAX_VALUE)
  if (KindGuard.IsString(schema)) return typeof value === 'string' ? value : ''
  if (KindGuard.IsBoolean(schema)) return value === true
  if (KindGuard.IsArray(schema))
    return Array.isArray(value) ? value.map((item) => sanitizeValue(schema.items, item)) : []
  if (KindGuard.IsObject(schema)) return sanitizeObject(schema, value)
  if (KindGuard.IsUnion(schema) && schema.anyOf.some(KindGuard.IsNull)) {
    return sanitizeNullable(schema.anyOf[0] ?? schema, value)
  }
  throw new Error(
    'unsupported schema: only numbers, strings, booleans, arrays, objects and nullable fields can be sanitized',
  )
}

/**
 * Turns sampled values into a message that strict peers accept: integers are whole and in range, numbers finite and not
 * negative, all fields present. Peers drop the whole message for a single `5.5`, `-1` or `null`.
 */
export const sanitize = <T extends TObject>(schema: T, value: unknown): Static<T> =>
  sanitizeObject(schema, value) as Static<T>
