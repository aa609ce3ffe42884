import type { useT } from '@svc/dashboard-sdk'

/** What agents say about failed checks, and the texts that say the same. */
const known: readonly (readonly [detail: RegExp, key: string])[] = [
  [/^timeout$/, 'timeout'],
  [/^the name cannot be resolved$/, 'unresolved'],
  [/^no rule matches, HTTP (?<status>\d+)$/, 'noMatch'],
  [/^more than (?<limit>\d+) redirects$/, 'redirects'],
  [/^\S+ is not on the public Internet$/, 'notPublic'],
  [/^a pattern took too long$/, 'slowPattern'],
  [/^the agent cannot read this check$/, 'unreadable'],
]

/** The detail of a result in the language of the reader. What is not known, as error codes, stays as it is. */
export function detailText(detail: string, t: ReturnType<typeof useT>): string {
  for (const [pattern, key] of known) {
    const match = pattern.exec(detail)
    if (match) return t(`detail.${key}`, { ...match.groups })
  }
  return detail
}
