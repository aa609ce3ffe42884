import { randomId } from '@svc/dashboard-sdk'
import type { ServiceInput, UnlockService } from '@svc/plugin-ip-quality/contract'

export const methods = ['GET', 'HEAD', 'POST'] as const
export const statuses = ['unlocked', 'restricted', 'blocked', 'failed', 'unsupported'] as const
export const kinds = ['status_equals', 'status_in_range', 'body_regex', 'redirect_matches'] as const
type Kind = (typeof kinds)[number]
type Rule = ServiceInput['rules'][number]

/** A rule in the form: the texts of all kinds, of which one is used. */
export interface RuleDraft {
  /** React key */
  readonly id: string
  readonly kind: Kind
  readonly code: string
  readonly min: string
  readonly max: string
  readonly pattern: string
  readonly result: (typeof statuses)[number]
}

/** A header in the form. */
export interface HeaderDraft {
  readonly id: string
  readonly name: string
  readonly value: string
}

export interface ServiceDraft {
  readonly name: string
  readonly category: string
  readonly popularity: string
  readonly url: string
  readonly method: (typeof methods)[number]
  readonly timeout: string
  readonly headers: readonly HeaderDraft[]
  readonly rules: readonly RuleDraft[]
}

export const limits = {
  timeout: { min: 1, max: 30 },
  popularity: { min: 0, max: 1000 },
  rules: 20,
  headers: 32,
} as const

export const newRule = (patch: Partial<RuleDraft> = {}): RuleDraft => ({
  id: randomId(),
  kind: 'status_equals',
  code: '200',
  min: '200',
  max: '299',
  pattern: '',
  result: 'unlocked',
  ...patch,
})
export const newHeader = (name = '', value = ''): HeaderDraft => ({ id: randomId(), name, value })

/** What most checks start from: reachable, refused, anything else. */
export const emptyService = (): ServiceDraft => ({
  name: '',
  category: '',
  popularity: '0',
  url: '',
  method: 'GET',
  timeout: '10',
  headers: [],
  rules: [newRule({ kind: 'status_in_range' }), newRule({ code: '403', result: 'blocked' })],
})

const ruleDraft = ({ match, result }: Rule): RuleDraft => {
  switch (match.kind) {
    case 'status_equals':
      return newRule({ kind: match.kind, code: String(match.code), result })
    case 'status_in_range':
      return newRule({ kind: match.kind, min: String(match.min), max: String(match.max), result })
    default:
      return newRule({ kind: match.kind, pattern: match.pattern, result })
  }
}

export const draftOf = ({ name, category, popularity, request, rules }: UnlockService): ServiceDraft => ({
  ...emptyService(),
  name,
  category,
  popularity: String(popularity),
  ...(request && {
    url: request.url,
    method: request.method,
    timeout: String(request.timeout_ms / 1000),
    headers: request.headers.map(([header, value]) => newHeader(header, value)),
  }),
  ...(rules && { rules: rules.map(ruleDraft) }),
})

const matchOf = ({ kind, code, min, max, pattern }: RuleDraft): Rule['match'] => {
  switch (kind) {
    case 'status_equals':
      return { kind, code: Number(code) }
    case 'status_in_range':
      return { kind, min: Number(min), max: Number(max) }
    default:
      return { kind, pattern }
  }
}

const isBlank = ({ name, value }: HeaderDraft) => name.trim() === '' && value.trim() === ''

/** The input of a valid draft. */
export const inputOf = (draft: ServiceDraft): ServiceInput => ({
  name: draft.name.trim(),
  category: draft.category.trim(),
  popularity: Number(draft.popularity),
  request: {
    url: draft.url.trim(),
    method: draft.method,
    timeout_ms: Math.round(Number(draft.timeout) * 1000),
    headers: draft.headers.filter((header) => !isBlank(header)).map(({ name, value }) => [name.trim(), value.trim()]),
  },
  rules: draft.rules.map((rule) => ({ match: matchOf(rule), result: rule.result })),
})

const isNumber = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d{1,4}(?:\.\d{1,3})?$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
const isInteger = (text: string, range: { min: number; max: number }) =>
  /^\d+$/.test(text.trim()) && isNumber(text, range)
const isCode = (text: string) => isInteger(text, { min: 100, max: 599 })

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return text !== ''
  } catch {
    return false
  }
}

/** Text key of what is wrong with a rule; undefined if nothing is. */
export function ruleProblem({ kind, code, min, max, pattern }: RuleDraft): string | undefined {
  if (kind === 'status_equals') return isCode(code) ? undefined : 'rule.badCode'
  if (kind === 'status_in_range') {
    if (!isCode(min) || !isCode(max)) return 'rule.badCode'
    return Number(min) <= Number(max) ? undefined : 'rule.badRange'
  }
  if (pattern === '') return 'rule.noPattern'
  return isPattern(pattern) ? undefined : 'rule.badPattern'
}

/** Text keys of what is wrong, by field; rules by their id. */
export function problemsOf(draft: ServiceDraft): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  if (draft.name.trim() === '') problems.name = 'form.required'
  if (draft.category.trim() === '') problems.category = 'form.required'
  if (!isInteger(draft.popularity, limits.popularity)) problems.popularity = 'form.badPopularity'
  if (!/^https?:\/\/[^\s/]/i.test(draft.url.trim())) problems.url = 'form.badUrl'
  if (!isNumber(draft.timeout, limits.timeout)) problems.timeout = 'form.badTimeout'
  if (draft.rules.length === 0) problems.rules = 'rule.none'
  for (const rule of draft.rules) {
    const problem = ruleProblem(rule)
    if (problem) problems[rule.id] = problem
  }
  return problems
}
