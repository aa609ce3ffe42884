import { type ApiError, fieldRules, type Translate } from '@svc/dashboard-sdk'

/** One way to write `rules[0].min` and `/rules/0/min`. */
const plain = (field: string) =>
  field
    .replace(/\[(\w+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\./, '')

/** What the server has against each field, with list places as `rules.0.min`. */
export function fieldErrors(failure: ApiError | null | undefined, t: Translate): Readonly<Record<string, string>> {
  const rules = fieldRules(failure, t)
  return Object.fromEntries(Object.entries(rules).map(([field, rule]) => [plain(field), rule]))
}
