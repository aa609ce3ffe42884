import { type ApiError, fieldRules, type Translate } from '@svc/dashboard-sdk'

/** Normalizes `rules[0].min` and `/rules/0/min` to `rules.0.min`. */
const toPath = (field: string) =>
  field
    .replace(/\[(\w+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\./, '')

/** Validation errors of the server by field path. */
export function fieldErrors(error: ApiError | null | undefined, t: Translate): Readonly<Record<string, string>> {
  const rules = fieldRules(error, t)
  return Object.fromEntries(Object.entries(rules).map(([field, rule]) => [toPath(field), rule]))
}
