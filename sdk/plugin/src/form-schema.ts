import { type Static, type TObject, type TSchema, type TString, Type } from '@sinclair/typebox'
import { type CodedText, text } from '@svc/protocol/text'
import { type FieldError, invalidFields } from './api-error.ts'
import { CodedTextSchema } from './coded-text-schema.ts'
import { Nullable, OneOf } from './http.ts'
import { nameSchemas } from './name-schemas.ts'
import { ruleKeyword, violatedRule } from './text-schema.ts'

/** A member of a schema, as a generated form shows it. */
export const FormField = Type.Object({
  name: Type.String(),
  kind: OneOf('text', 'lines', 'secret', 'number', 'switch', 'choice'),
  label_text: CodedTextSchema,
  hint_text: Nullable(CodedTextSchema),
  required: Type.Boolean(),
  choices: Type.Array(Type.Object({ value: Type.String(), label_text: Nullable(CodedTextSchema) })),
  default: Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
})
export type FormField = Static<typeof FormField>

nameSchemas({ FormField })

/** What a member says for its form, beside what is valid: `Type.String({ label: text('pager.ROOM') })`. */
interface FieldFacts {
  readonly label?: CodedText
  readonly hint?: CodedText
  /** names of the values of `OneOf` */
  readonly labels?: Readonly<Record<string, CodedText>>
  /** stored encrypted and never shown; texts only */
  readonly secret?: boolean
  /** text of several lines */
  readonly multiline?: boolean
}

type Member = TSchema & FieldFacts
type Values = Readonly<Record<string, unknown>>

const facts = ['type', 'label', 'hint', 'default', 'description', 'title']
const keywords: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'labels', 'secret', 'multiline', 'minLength', 'maxLength', 'pattern', 'allOf', ruleKeyword],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
}

const membersOf = ({ properties }: TObject) => Object.entries(properties as Record<string, Member>)

function kindOf({ type, secret, multiline, enum: choices }: Member): FormField['kind'] {
  if (type === 'boolean') return 'switch'
  if (type === 'number' || type === 'integer') return 'number'
  if (secret) return 'secret'
  if (Array.isArray(choices)) return 'choice'
  return multiline ? 'lines' : 'text'
}

/** Why a form cannot show or check a member; undefined if it can. */
function memberError(member: Member): string | undefined {
  const allowed = typeof member.type === 'string' ? keywords[member.type] : undefined
  if (!allowed) return 'must be a text, a number or a boolean'
  if (!member.label) return 'has no label'
  const other = Object.keys(member).find((key) => !facts.includes(key) && !allowed.includes(key))
  if (other !== undefined) return `has ${other}, which forms do not check`
  if (member.secret && member.default !== undefined) return 'is secret, so it must not have a default'
  const violated = member.default === undefined ? undefined : parseMember(member, member.default).violated
  return violated && `has a default that is not valid (${violated.code})`
}

/**
 * The form of a schema: a field for each text, number, boolean and choice (`OneOf`), in its order. Throws if a form cannot show
 * or check a member.
 */
export function formFields(schema: TObject): FormField[] {
  return membersOf(schema).map(([name, member]) => {
    const error = memberError(member)
    if (error !== undefined) throw new Error(`member ${name} of the schema ${error}`)
    const { label, hint = null, labels = {} } = member
    return {
      name,
      kind: kindOf(member),
      label_text: label as CodedText,
      hint_text: hint,
      required: schema.required?.includes(name) === true && member.default === undefined,
      choices: ((member.enum as string[] | undefined) ?? []).map((value) => ({
        value,
        label_text: labels[value] ?? null,
      })),
      default: (member.default as FormField['default'] | undefined) ?? null,
    }
  })
}

/** The names of the secret members of a schema. */
export const secretFields = (schema: TObject): string[] =>
  membersOf(schema).flatMap(([name, { secret }]) => (secret ? [name] : []))

interface Parsed {
  readonly value?: unknown
  readonly violated?: CodedText
}

const controlCharacter = /\p{Cc}/u

function parseText(value: unknown, member: Member): Parsed {
  if (typeof value !== 'string') return { violated: text('kernel.MUST_BE_STRING') }
  const isLong = member.multiline === true
  const line = isLong ? value : value.trim()
  if (controlCharacter.test(isLong ? line.replace(/[\t\n\r]/g, '') : line)) {
    return { violated: text('kernel.CONTROL_CHARACTERS') }
  }
  const choices = member.enum as string[] | undefined
  if (choices && !choices.includes(line)) return { violated: text('kernel.ONE_OF', { values: choices }) }
  const limited = { maxLength: isLong ? 16_384 : 2048, ...member } as unknown as TString
  const violated = violatedRule(limited, line)
  if (violated) return { violated }
  const { pattern } = member
  if (pattern && !new RegExp(pattern, 'u').test(line)) return { violated: text('kernel.PATTERN', { pattern }) }
  return { value: line }
}

function parseNumber(value: unknown, { type, minimum, maximum }: Member): Parsed {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { violated: text('kernel.MUST_BE_NUMBER') }
  if (type === 'integer' && !Number.isInteger(value)) return { violated: text('kernel.MUST_BE_INTEGER') }
  if (value < (minimum ?? -Infinity)) return { violated: text('kernel.MINIMUM', { limit: minimum }) }
  if (value > (maximum ?? Infinity)) return { violated: text('kernel.MAXIMUM', { limit: maximum }) }
  return { value }
}

function parseMember(member: Member, value: unknown): Parsed {
  if (member.type === 'string') return parseText(value, member)
  if (member.type !== 'boolean') return parseNumber(value, member)
  return typeof value === 'boolean' ? { value } : { violated: text('kernel.MUST_BE_BOOLEAN') }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** What was entered, with defaults and without unknown members, and the violated rules by member. */
function parseMembers(schema: TObject, input: Values) {
  const values: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const [name, member] of membersOf(schema)) {
    const given = Object.hasOwn(input, name) ? input[name] : undefined
    const entered = isEmpty(given) ? member.default : given
    if (entered !== undefined) {
      const { value, violated } = parseMember(member, entered)
      if (violated) errors.push({ field: name, ...violated })
      else values[name] = value
    } else if (schema.required?.includes(name)) errors.push({ field: name, code: 'kernel.REQUIRED' })
  }
  return { values, errors }
}

/**
 * Checks what was entered in the form of a schema, fills in defaults and drops unknown members. Throws 422 with every member
 * that violates a rule, as `<path>.<name>`.
 */
export function parseForm<Schema extends TObject>(schema: Schema, input: Values, path: string): Static<Schema> {
  const { values, errors } = parseMembers(schema, input)
  if (errors.length > 0) throw invalidFields(errors.map((error) => ({ ...error, field: `${path}.${error.field}` })))
  return values as Static<Schema>
}

/** Like `parseForm` for stored values, which may be those of another version: defaults instead of invalid ones. */
export function readForm<Schema extends TObject>(schema: Schema, stored: Values): Static<Schema> {
  const { errors } = parseMembers(schema, stored)
  const valid = Object.entries(stored).filter(([name]) => !errors.some(({ field }) => field === name))
  return parseMembers(schema, Object.fromEntries(valid)).values as Static<Schema>
}
