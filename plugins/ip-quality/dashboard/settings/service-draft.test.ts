import { expect, it } from 'vitest'
import { draftOf, emptyService, inputOf, newHeader, newRule, problemsOf, ruleProblem } from './service-draft.ts'

const request = {
  url: 'https://a.example/',
  method: 'HEAD' as const,
  headers: [['A', 'b']] as [string, string][],
  timeout_ms: 2500,
}
const rules = [
  { match: { kind: 'status_equals' as const, code: 451 }, result: 'blocked' as const },
  { match: { kind: 'status_in_range' as const, min: 200, max: 299 }, result: 'unlocked' as const },
  { match: { kind: 'body_regex' as const, pattern: 'not here' }, result: 'restricted' as const },
  { match: { kind: 'redirect_matches' as const, pattern: '/geo' }, result: 'failed' as const },
]

it('a check stays the same through the form', () => {
  const service = { name: 'Wiki', category: 'work', popularity: 3, request, rules }
  const stored = {
    id: '1',
    key: 'custom_1',
    is_builtin: false,
    enabled: true,
    detector: null,
    created_at: '',
    updated_at: '',
  }
  expect(inputOf(draftOf({ ...stored, ...service }))).toEqual(service)
})

it('blank headers are left out', () => {
  const draft = { ...emptyService(), headers: [newHeader(), newHeader(' A ', ' b ')] }
  expect(inputOf(draft).request.headers).toEqual([['A', 'b']])
})

it('what is wrong is named by field', () => {
  const [first] = emptyService().rules
  const draft = { ...emptyService(), timeout: '31', popularity: '1.5', url: 'ftp://a' }
  expect(Object.keys(problemsOf(draft)).sort()).toEqual(['category', 'name', 'popularity', 'timeout', 'url'])
  expect(problemsOf({ ...draft, rules: [] })).toHaveProperty('rules')
  expect(first && ruleProblem(first)).toBeUndefined()
})

it.each([
  [{ code: '99' }, 'rule.badCode'],
  [{ code: '' }, 'rule.badCode'],
  [{ kind: 'status_in_range' as const, min: '300', max: '200' }, 'rule.badRange'],
  [{ kind: 'body_regex' as const, pattern: '' }, 'rule.noPattern'],
  [{ kind: 'redirect_matches' as const, pattern: '(' }, 'rule.badPattern'],
  [{ kind: 'body_regex' as const, pattern: '^a+$' }, undefined],
])('a rule with %o: %s', (patch, problem) => expect(ruleProblem(newRule(patch))).toBe(problem))
