import { type StringOptions, type TSchema, type TString, Type } from '@sinclair/typebox'
import { type CodedText, type TextCode, text } from '@svc/protocol/text'

/** Member of a schema beside `pattern`: the text of the rule, instead of the pattern. */
export const ruleKeyword = 'x-rule'

/** A rule of text in a request, as part of a schema. */
interface TextRule {
  readonly pattern: string
  readonly [ruleKeyword]: CodedText
}

/**
 * A rule that a schema can say as a pattern. Requests that violate it are answered with the text, so that people read a
 * sentence and not a pattern.
 *
 * @example
 * Type.String({ maxLength: 2, ...textRule(/^[A-Z]{2}$/u, 'geo.COUNTRY_CODE') })
 */
export const textRule = (pattern: RegExp, code: TextCode, params?: CodedText['params']): TextRule => ({
  pattern: pattern.source,
  [ruleKeyword]: text(code, params),
})

/** Visible characters, spaces, and the variation selector of emoji. */
const visibleOnly = textRule(
  /^(?:\ufe0f|(?![\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])[ \S])*$/u,
  'kernel.CONTROL_CHARACTERS',
)
/** Combining marks alone do not count. */
const visible = textRule(/[\p{L}\p{N}\p{P}\p{S}]/u, 'kernel.NOT_VISIBLE')
const noControlCharacters = textRule(/^\P{Cc}*$/u, 'kernel.CONTROL_CHARACTERS')
const linesOnly = textRule(/^(?:[\t\n\r]|\P{Cc})*$/u, 'kernel.CONTROL_CHARACTERS')
const notBlank = textRule(/\S/u, 'kernel.NOT_EMPTY')

/** The name that people give to something: they can read it. Store what `normalizeName` makes of it. */
export const DisplayName = (maxLength = 100, options: StringOptions = {}) =>
  Type.String({ ...options, minLength: 1, maxLength, allOf: [notBlank, visibleOnly, visible] })

/** Makes equal names the same: in NFC, and without spaces around. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim()

/** Text in one line, without control characters; may be empty. */
export const Line = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ ...options, maxLength, ...noControlCharacters })

/** Text in one line that is not blank. */
export const FilledLine = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ ...options, minLength: 1, maxLength, allOf: [notBlank, noControlCharacters] })

/** Text of several lines, without other control characters; may be empty. */
export const Lines = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ ...options, maxLength, ...linesOnly })

/** Text of several lines that is not blank. */
export const FilledLines = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ ...options, minLength: 1, maxLength, allOf: [notBlank, linesOnly] })

const isRule = (schema: unknown): schema is TextRule =>
  typeof schema === 'object' && schema !== null && ruleKeyword in schema

/**
 * The first rule of a string schema that a text violates, for text that does not come from the body of a request, which
 * the kernel checks.
 */
export function violatedRule(schema: TString, value: string): CodedText | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  // A character has at most two code units. Counting characters of a long text takes long.
  const length = value.length > 2 * maxLength ? value.length : Array.from(value).length
  if (length < minLength)
    return minLength === 1 ? text('kernel.NOT_EMPTY') : text('kernel.MIN_LENGTH', { count: minLength })
  if (length > maxLength) return text('kernel.MAX_LENGTH', { count: maxLength })
  const rules: readonly TSchema[] = [schema, ...((schema.allOf as TSchema[] | undefined) ?? [])]
  const violated = rules.filter(isRule).find(({ pattern }) => !new RegExp(pattern, 'u').test(value))
  return violated?.[ruleKeyword]
}
