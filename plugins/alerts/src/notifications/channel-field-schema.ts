import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { type CodedText, CodedTextSchema, invalid, Nullable, OneOf } from '@svc/plugin-sdk'

/** A member of a channel configuration, as the form of its type shows it. */
export const ChannelField = Type.Object({
  member: Type.String(),
  kind: OneOf('text', 'secret', 'number', 'switch', 'choice'),
  label_text: CodedTextSchema,
  hint_text: Nullable(CodedTextSchema),
  required: Type.Boolean(),
  choices: Type.Array(Type.String(), { description: 'of the kind `choice`' }),
  default: Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
})
export type ChannelField = Static<typeof ChannelField>

/** What a member of a channel schema says for its form, beside what is valid: `Type.String({ label: text('pager.ROOM') })`. */
interface FieldFacts {
  readonly label?: CodedText
  readonly hint?: CodedText
  /** stored encrypted and never shown; texts only */
  readonly secret?: boolean
}

type Member = TSchema & FieldFacts

function kindOf(member: string, schema: Member): ChannelField['kind'] {
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type !== 'string') throw new Error(`member ${member} of a channel must be text, a number or a boolean`)
  if (schema.secret) return 'secret'
  return Array.isArray(schema.enum) ? 'choice' : 'text'
}

/** The fields of a channel schema in its order. Throws if a member cannot be shown in a form. */
export function channelFields({ properties, required = [] }: TObject): ChannelField[] {
  return Object.entries(properties as Record<string, Member>).map(([member, schema]) => {
    const { label, hint } = schema
    if (!label) throw new Error(`member ${member} of a channel has no label`)
    return {
      member,
      kind: kindOf(member, schema),
      label_text: label,
      hint_text: hint ?? null,
      required: required.includes(member) && schema.default === undefined,
      choices: (schema.enum as string[] | undefined) ?? [],
      default: (schema.default as ChannelField['default'] | undefined) ?? null,
    }
  })
}

const controlCharacter = /\p{Cc}/u

/** Throws the error of a member, with the rule that it breaks. */
function checkText(field: string, value: unknown, schema: Member): string {
  if (typeof value !== 'string') throw invalid(field, 'kernel.MUST_BE_STRING')
  const line = value.trim()
  if (controlCharacter.test(line)) throw invalid(field, 'alerts.SINGLE_LINE')
  if (schema.enum && !schema.enum.includes(line)) throw invalid(field, 'kernel.ONE_OF', { values: schema.enum })
  const { minLength = 0, maxLength = 2048, pattern } = schema
  if (line.length < minLength) throw invalid(field, 'kernel.MIN_LENGTH', { count: minLength })
  if (line.length > maxLength) throw invalid(field, 'kernel.MAX_LENGTH', { count: maxLength })
  if (pattern && !new RegExp(pattern, 'u').test(line)) throw invalid(field, 'kernel.PATTERN', { pattern })
  return line
}

function checkNumber(field: string, value: unknown, schema: Member): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(field, 'kernel.MUST_BE_NUMBER')
  if (schema.type === 'integer' && !Number.isInteger(value)) throw invalid(field, 'kernel.MUST_BE_INTEGER')
  if (value < (schema.minimum ?? -Infinity)) throw invalid(field, 'kernel.MINIMUM', { limit: schema.minimum })
  if (value > (schema.maximum ?? Infinity)) throw invalid(field, 'kernel.MAXIMUM', { limit: schema.maximum })
  return value
}

function checkMember(field: string, value: unknown, schema: Member): unknown {
  if (schema.type === 'string') return checkText(field, value, schema)
  if (schema.type !== 'boolean') return checkNumber(field, value, schema)
  if (typeof value !== 'boolean') throw invalid(field, 'kernel.MUST_BE_BOOLEAN')
  return value
}

/** The configuration that a channel schema describes, with defaults; other members are dropped. Throws 422 with the member. */
export function parseChannel(schema: TObject, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(schema.properties as Record<string, Member>).flatMap(([name, member]) => {
    const field = `config_json.${name}`
    const given = Object.hasOwn(input, name) ? input[name] : undefined
    const value = given === null || given === '' || given === undefined ? member.default : given
    if (value !== undefined) return [[name, checkMember(field, value, member)]]
    if (schema.required?.includes(name)) throw invalid(field, 'kernel.REQUIRED')
    return []
  })
  return Object.fromEntries(members)
}

/** The members of a channel schema that are secret. */
export const secretMembers = ({ properties }: TObject): string[] =>
  Object.entries(properties as Record<string, Member>).flatMap(([name, { secret }]) => (secret ? [name] : []))
