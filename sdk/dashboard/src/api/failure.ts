import type { Translate } from '../i18n.js'
import { thrownError } from '../thrown-error.js'

/** A request that did not succeed. `status` is 0 when no answer arrived. */
export class ApiFailure extends Error {
  readonly status: number
  /** UPPER_SNAKE; `NETWORK` without an answer, `BAD_ANSWER` when the answer is not ours */
  readonly code: string
  readonly details: unknown
  /** seconds, from `Retry-After` */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, extra: { details?: unknown; retryAfter?: number } = {}) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.details = extra.details
    this.retryAfter = extra.retryAfter
  }
}

// "Bad request: wrong password" -> "wrong password"; sentences of domain codes have no label.
const withoutLabel = (message: string) => message.replace(/^[A-Z][a-z]+(?: [a-z]+){0,2}: /, '')

/**
 * What to tell the user. The code decides: first `errors.<CODE>` in the texts behind `t`, then the dashboard's own,
 * then the server's sentence.
 */
export function errorText(failure: unknown, t: Translate): string {
  if (!(failure instanceof ApiFailure)) {
    return t('sdk:errors.UNKNOWN', { detail: thrownError(failure).message })
  }
  const { code, message, retryAfter } = failure
  return t([`errors.${code}`, `sdk:errors.${code}`], {
    detail: withoutLabel(message),
    count: retryAfter ?? 60,
    defaultValue: message,
  })
}

// 'must have 1 to 64 characters' -> 'must_have_n_to_n_characters': what a text of `rules` is called.
const slug = (rule: string) =>
  rule
    .toLowerCase()
    .replace(/\d+/g, 'n')
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '')

/**
 * The rules that fields broke, by field name, from `details: [{ field, rule }]`; empty for other failures. With `t` they
 * are texts to show: `rules.<slug>` of the plugin, then of the dashboard (numbers are `{{a}}` and `{{b}}`), then the
 * server's words.
 */
export function fieldRules(failure: unknown, t?: Translate): Readonly<Record<string, string>> {
  const rules: Record<string, string> = {}
  if (!(failure instanceof ApiFailure) || !Array.isArray(failure.details)) return rules
  for (const entry of failure.details as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue
    const { field, rule } = entry as { field?: unknown; rule?: unknown }
    if (typeof field === 'string' && typeof rule === 'string') rules[field] ??= t ? ruleText(rule, t) : rule
  }
  return rules
}

function ruleText(rule: string, t: Translate): string {
  const [a, b] = rule.match(/\d+/g) ?? []
  const name = slug(rule)
  return t([`rules.${name}`, `sdk:rules.${name}`], { a, b, defaultValue: rule })
}
