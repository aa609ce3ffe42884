/** A validation error of Ajv. */
export interface Violation {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

/** An error message for a form field. */
export interface FieldRule {
  readonly field: string
  readonly rule: string
}

const count = (limit: unknown, word: string): string => `${limit} ${word}${limit === 1 ? '' : 's'}`
const list = (values: unknown): string => (values as unknown[]).join(', ')

/** Messages by keyword; for other keywords, the message of Ajv is used. */
const rules: Readonly<Record<string, (params: Violation['params']) => string>> = {
  required: () => 'is required',
  type: ({ type }) => `must be ${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${type}`,
  enum: ({ allowedValues }) => `must be one of ${list(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`),
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  format: ({ format }) => `must be a valid ${format}`,
}

const ruleOf = ({ keyword, params, message = 'is not valid' }: Violation): string => rules[keyword]?.(params) ?? message

/** `/tags/0` as `tags.0`; for `required`, the name of the missing property. */
function fieldOf({ keyword, instancePath, params }: Violation): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.') || 'body'
}

/** The rule of the branch of a union that nearly matches, or else all allowed values and types. */
function unionRule(branches: readonly Violation[]): string {
  const near = branches.find((branch) => branch.keyword !== 'type' && branch.keyword !== 'const')
  if (near) return ruleOf(near)
  const types = branches.filter((branch) => branch.keyword === 'type').map(({ params }) => params.type)
  const consts = branches.filter((branch) => branch.keyword === 'const').map(({ params }) => params.allowedValue)
  // Omit the types of the constants.
  const others = types.filter((type) => !consts.some((value) => typeof value === type))
  return consts.length > 0 ? `must be one of ${list([...consts, ...others])}` : `must be ${types.join(' or ')}`
}

/** One rule per field. For a union Ajv reports every branch that did not match; these are combined into one rule. */
export function fieldRules(violations: readonly Violation[]): FieldRule[] {
  const unions = violations.filter(({ keyword }) => keyword === 'anyOf')
  const found = new Map<string, string>()
  for (const violation of violations) {
    const union = unions.find(({ instancePath }) => violation.instancePath.startsWith(instancePath))
    const field = fieldOf(union && violation.instancePath === union.instancePath ? union : violation)
    if (found.has(field) || violation.keyword === 'anyOf') continue
    const branches = violations.filter((v) => v.keyword !== 'anyOf' && v.instancePath === union?.instancePath)
    found.set(field, union && branches.includes(violation) ? unionRule(branches) : ruleOf(violation))
  }
  return [...found].map(([field, rule]) => ({ field, rule }))
}
