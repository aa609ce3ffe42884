/** One complaint of Ajv. */
export interface Violation {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What clients show next to a form field. */
export interface FieldRule {
  readonly field: string
  readonly rule: string
}

const plural = (count: unknown, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

function ruleOf({ keyword, params, message }: Violation): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${/^[aeiou]/.test(String(params.type)) ? 'an' : 'a'} ${params.type}`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${plural(params.limit, 'character')}`
    case 'maxLength':
      return `must have at most ${plural(params.limit, 'character')}`
    case 'minItems':
      return `must have at least ${plural(params.limit, 'item')}`
    case 'maxItems':
      return `must have at most ${plural(params.limit, 'item')}`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'format':
      return `must be a valid ${params.format}`
    default:
      return message ?? 'is not valid'
  }
}

/** `/tags/0` as `tags.0`; a missing member is named itself. */
function fieldOf({ keyword, instancePath, params }: Violation): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.') || 'body'
}

/** What a value of a union may be: the branch it nearly fits, or all of them. */
function unionRule(branches: readonly Violation[]): string {
  const near = branches.find((branch) => branch.keyword !== 'type' && branch.keyword !== 'const')
  if (near) return ruleOf(near)
  const types = branches.filter((branch) => branch.keyword === 'type').map(({ params }) => params.type)
  const consts = branches.filter((branch) => branch.keyword === 'const').map(({ params }) => params.allowedValue)
  return consts.length > 0 ? `must be one of ${[...consts, ...types].join(', ')}` : `must be ${types.join(' or ')}`
}

/** One rule per field. For a union Ajv lists every branch that did not fit; people want one sentence. */
export function fieldRules(violations: readonly Violation[]): FieldRule[] {
  const unions = violations.filter(({ keyword }) => keyword === 'anyOf')
  const rules = new Map<string, string>()
  for (const violation of violations) {
    const union = unions.find(({ instancePath }) => violation.instancePath.startsWith(instancePath))
    const field = fieldOf(union && violation.instancePath === union.instancePath ? union : violation)
    if (rules.has(field) || violation.keyword === 'anyOf') continue
    const branches = violations.filter((v) => v.keyword !== 'anyOf' && v.instancePath === union?.instancePath)
    rules.set(field, union && branches.includes(violation) ? unionRule(branches) : ruleOf(violation))
  }
  return [...rules].map(([field, rule]) => ({ field, rule }))
}
