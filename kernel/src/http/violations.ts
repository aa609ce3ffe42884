import { type CodedText, type FieldError, ruleKeyword, type TextCode, text } from '@svc/plugin-sdk'

/** A validation error of Ajv. */
export interface Violation {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  /** the schema with the keyword */
  readonly parentSchema?: { readonly [ruleKeyword]?: CodedText }
}

const list = (values: unknown): string[] => (values as unknown[]).map(String)
const limit = (code: TextCode) => (params: Violation['params']) => text(code, { count: Number(params.limit) })
const types: Readonly<Record<string, TextCode>> = {
  string: 'kernel.MUST_BE_STRING',
  number: 'kernel.MUST_BE_NUMBER',
  integer: 'kernel.MUST_BE_INTEGER',
  boolean: 'kernel.MUST_BE_BOOLEAN',
  array: 'kernel.MUST_BE_ARRAY',
  object: 'kernel.MUST_BE_OBJECT',
  null: 'kernel.MUST_BE_NULL',
}

/** Texts by keyword of Ajv. */
const rules: Readonly<Record<string, (params: Violation['params']) => CodedText>> = {
  required: () => text('kernel.REQUIRED'),
  type: ({ type }) => typeRule(Array.isArray(type) ? list(type) : [String(type)]),
  enum: ({ allowedValues }) => text('kernel.ONE_OF', { values: list(allowedValues) }),
  const: ({ allowedValue }) => text('kernel.MUST_BE', { value: JSON.stringify(allowedValue) }),
  minLength: (params) => (params.limit === 1 ? text('kernel.NOT_EMPTY') : limit('kernel.MIN_LENGTH')(params)),
  maxLength: limit('kernel.MAX_LENGTH'),
  minItems: limit('kernel.MIN_ITEMS'),
  maxItems: limit('kernel.MAX_ITEMS'),
  minimum: ({ limit }) => text('kernel.MINIMUM', { limit: Number(limit) }),
  maximum: ({ limit }) => text('kernel.MAXIMUM', { limit: Number(limit) }),
  finite: () => text('kernel.FINITE'),
  format: ({ format }) => text('kernel.FORMAT', { format: String(format) }),
  pattern: ({ pattern }) => text('kernel.PATTERN', { pattern: String(pattern) }),
  uniqueItems: () => text('kernel.UNIQUE_ITEMS'),
  additionalProperties: ({ additionalProperty }) => text('kernel.UNKNOWN_MEMBER', { name: String(additionalProperty) }),
}

function typeRule(names: readonly string[]): CodedText {
  const [first = ''] = names
  return names.length === 1 ? text(types[first] ?? 'kernel.INVALID') : text('kernel.ONE_OF_TYPES', { types: names })
}

const ruleOf = ({ keyword, params, parentSchema }: Violation): CodedText =>
  (keyword === 'pattern' ? parentSchema?.[ruleKeyword] : undefined) ??
  rules[keyword]?.(params) ??
  text('kernel.INVALID')

/** `/tags/0` as `tags.0`; for `required`, the name of the missing property. */
function fieldOf({ keyword, instancePath, params }: Violation): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.') || 'body'
}

/** The rule of the branch of a union that nearly matches, or else all allowed values and types. */
function unionRule(branches: readonly Violation[]): CodedText {
  const near = branches.find((branch) => branch.keyword !== 'type' && branch.keyword !== 'const')
  if (near) return ruleOf(near)
  const types = branches.filter((branch) => branch.keyword === 'type').map(({ params }) => String(params.type))
  const consts = branches.filter((branch) => branch.keyword === 'const').map(({ params }) => params.allowedValue)
  // Omit the types of the constants.
  const others = types.filter((type) => !consts.some((value) => typeof value === type))
  return consts.length > 0 ? text('kernel.ONE_OF', { values: list([...consts, ...others]) }) : typeRule(types)
}

/** Whether there are violations within the value: the branches of a union that it has no type for do not matter then. */
const hasDeeper = ({ instancePath }: Violation, all: readonly Violation[]): boolean =>
  all.some((other) => other.instancePath.startsWith(`${instancePath}/`))

/** One rule per field. For a union Ajv reports every branch that did not match; these are combined into one rule. */
export function fieldErrors(violations: readonly Violation[]): FieldError[] {
  const unions = violations.filter(({ keyword }) => keyword === 'anyOf')
  const found = new Map<string, CodedText>()
  for (const violation of violations) {
    if (violation.keyword === 'type' && hasDeeper(violation, violations)) continue
    const union = unions.find(({ instancePath }) => violation.instancePath.startsWith(instancePath))
    const field = fieldOf(union && violation.instancePath === union.instancePath ? union : violation)
    if (found.has(field) || violation.keyword === 'anyOf') continue
    const branches = violations.filter((v) => v.keyword !== 'anyOf' && v.instancePath === union?.instancePath)
    found.set(field, union && branches.includes(violation) ? unionRule(branches) : ruleOf(violation))
  }
  return [...found].map(([field, rule]) => ({ field, ...rule }))
}
