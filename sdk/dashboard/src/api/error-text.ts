import { serverMessagesFor, type Translate } from '../i18n.ts'
import { toError } from '../to-error.ts'
import { ApiError } from './api-error.ts'
import { translateServerMessage } from './server-messages.ts'

// "Bad request: wrong password" -> "wrong password"; sentences of domain codes have no label.
const withoutLabel = (message: string) => message.replace(/^[A-Z][a-z]+(?: [a-z]+){0,2}: /, '')

interface Violation {
  readonly field: string
  readonly rule: string
}

const isViolation = (entry: unknown): entry is Violation => {
  const { field, rule } = (entry ?? {}) as { field?: unknown; rule?: unknown }
  return typeof field === 'string' && typeof rule === 'string'
}

const violationsOf = ({ details }: ApiError): readonly Violation[] =>
  Array.isArray(details) ? details.filter(isViolation) : []

/** The server's message, translated by the texts of the plugin behind `t`, then of the dashboard. */
function detailOf(error: ApiError, t: Translate): string {
  const messages = serverMessagesFor(t)
  const violations = violationsOf(error)
  if (violations.length === 0) return translateServerMessage(withoutLabel(error.message), messages)
  const nameOf = (field: string) => t(`sdk:fields.${field}`, { defaultValue: field })
  return violations
    .map(({ field, rule }) =>
      t('sdk:errors.rule', { field: nameOf(field), rule, text: translateServerMessage(rule, messages) }),
    )
    .join(t('sdk:errors.next'))
}

/**
 * The message to show for an error: `errors.<CODE>` from the texts behind `t`, else from the dashboard's own. In it,
 * `{{detail}}` is the server's message, translated by `refusals` if possible.
 */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) {
    return t('sdk:errors.UNKNOWN', { detail: toError(error).message })
  }
  const detail = detailOf(error, t)
  const { code, retryAfter } = error
  return t([`errors.${code}`, `sdk:errors.${code}`], { detail, count: retryAfter ?? 60, defaultValue: detail })
}

/**
 * Validation errors by field name, from `details: [{ field, rule }]`; empty for other errors. With `t` they are translated
 * by the `refusals` of the plugin, then of the dashboard.
 */
export function fieldRules(error: unknown, t?: Translate): Readonly<Record<string, string>> {
  const rules: Record<string, string> = {}
  if (!(error instanceof ApiError)) return rules
  for (const { field, rule } of violationsOf(error)) {
    rules[field] ??= t ? translateServerMessage(rule, serverMessagesFor(t)) : rule
  }
  return rules
}
