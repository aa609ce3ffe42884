import { type CodedText, isCodedText, withoutLabel } from '@svc/protocol/text'
import { sentenceOf } from '../coded-text.ts'
import { pluginBehind, type Translate } from '../i18n.ts'
import { toError } from '../to-error.ts'
import { ApiError } from './api-error.ts'

/** A violated rule of a field: the English sentence, and the text it was rendered from. */
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

/** The texts by code in an error. */
export const codedTextsOf = ({ details }: ApiError): readonly CodedText[] =>
  (Array.isArray(details) ? details : [details]).filter(isCodedText)

const ruleText = (violation: Violation, t: Translate | undefined): string =>
  (isCodedText(violation) ? sentenceOf(violation, t && pluginBehind(t)) : undefined) ?? violation.rule

/** The sentence of an error without the label of its top-level code. */
function sentenceOfError({ code, message, details }: ApiError, t: Translate): string {
  const sentence = isCodedText(details) ? sentenceOf(details, pluginBehind(t)) : undefined
  return sentence ?? withoutLabel(code, message)
}

function detailOf(error: ApiError, t: Translate): string {
  const violations = violationsOf(error)
  if (violations.length === 0) return sentenceOfError(error, t)
  const nameOf = (field: string) => t(`sdk:fields.${field}`, { defaultValue: field })
  return violations
    .map((violation) => t('sdk:errors.rule', { field: nameOf(violation.field), text: ruleText(violation, t) }))
    .join(t('sdk:errors.next'))
}

/**
 * The message to show for an error: the text of its code and parameters, else the message of the server. Generic
 * top-level codes put it into a sentence: `errors.<CODE>` of the SDK.
 */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) {
    return t('sdk:errors.UNKNOWN', { detail: toError(error).message })
  }
  const detail = detailOf(error, t)
  const { code, retryAfter, details } = error
  // A text by code is the whole sentence of a domain code.
  const own = isCodedText(details) ? [] : [`errors.${code}`]
  return t([...own, `sdk:errors.${code}`], { detail, count: retryAfter ?? 60, defaultValue: detail })
}

/** Validation errors by field name, from `details: [{ field, rule, code, params }]`; empty for other errors. */
export function fieldRules(error: unknown, t?: Translate): Readonly<Record<string, string>> {
  const rules: Record<string, string> = {}
  if (!(error instanceof ApiError)) return rules
  for (const violation of violationsOf(error)) rules[violation.field] ??= ruleText(violation, t)
  return rules
}
