import { serverMessagesFor, type Translate } from '../i18n.ts'
import { toError } from '../to-error.ts'
import { ApiError } from './api-error.ts'
import { translateServerMessage } from './server-messages.ts'

// "Bad request: wrong password" -> "wrong password"; sentences of domain codes have no label.
const withoutLabel = (message: string) => message.replace(/^[A-Z][a-z]+(?: [a-z]+){0,2}: /, '')

interface BrokenRule {
  readonly field: string
  readonly rule: string
}

const isBrokenRule = (entry: unknown): entry is BrokenRule => {
  const { field, rule } = (entry ?? {}) as { field?: unknown; rule?: unknown }
  return typeof field === 'string' && typeof rule === 'string'
}

const brokenRules = ({ details }: ApiError): readonly BrokenRule[] =>
  Array.isArray(details) ? details.filter(isBrokenRule) : []

/** What the server said, in the words that the plugin behind `t`, then the dashboard has for it. */
function detailOf(failure: ApiError, t: Translate): string {
  const speakers = serverMessagesFor(t)
  const rules = brokenRules(failure)
  if (rules.length === 0) return translateServerMessage(withoutLabel(failure.message), speakers)
  const nameOf = (field: string) => t(`sdk:fields.${field}`, { defaultValue: field })
  return rules
    .map(({ field, rule }) =>
      t('sdk:errors.rule', { field: nameOf(field), rule, text: translateServerMessage(rule, speakers) }),
    )
    .join(t('sdk:errors.next'))
}

/**
 * What to tell the user. The code decides: first `errors.<CODE>` in the texts behind `t`, then the dashboard's own;
 * `{{detail}}` in them is the server's sentence, or what `refusals` have for it.
 */
export function errorText(failure: unknown, t: Translate): string {
  if (!(failure instanceof ApiError)) {
    return t('sdk:errors.UNKNOWN', { detail: toError(failure).message })
  }
  const detail = detailOf(failure, t)
  const { code, retryAfter } = failure
  return t([`errors.${code}`, `sdk:errors.${code}`], { detail, count: retryAfter ?? 60, defaultValue: detail })
}

/**
 * The rules that fields broke, by field name, from `details: [{ field, rule }]`; empty for other failures. With `t` they
 * are texts to show: `refusals` of the plugin, then of the dashboard have them by the rule, else they are the server's
 * words.
 */
export function fieldRules(failure: unknown, t?: Translate): Readonly<Record<string, string>> {
  const rules: Record<string, string> = {}
  if (!(failure instanceof ApiError)) return rules
  for (const { field, rule } of brokenRules(failure)) {
    rules[field] ??= t ? translateServerMessage(rule, serverMessagesFor(t)) : rule
  }
  return rules
}
