import { expect, it } from 'vitest'
import { curlExample, newestFirst, validityOf } from './api-key.ts'
import { daysOf, emptyKeyDraft, keyDraftErrors } from './key-draft.ts'

const now = Date.parse('2026-03-01T00:00:00Z')

it.each([
  [null, 'endless'],
  [undefined, 'endless'],
  ['2026-02-28T23:59:59Z', 'expired'],
  ['2026-03-01T00:00:00Z', 'expired'],
  ['2026-03-01T00:00:01Z', 'ending'],
  ['2026-03-08T00:00:00Z', 'ending'],
  ['2026-03-08T00:00:01Z', 'valid'],
])('a key that expires at %s is %s', (expires_at, validity) => {
  expect(validityOf({ ...(expires_at === undefined ? {} : { expires_at }) }, now)).toBe(validity)
})

it('sorts by newest first without mutating the input', () => {
  const key = (id: string, created_at: string) => ({ id, name: id, key_prefix: 'abcd1234', created_at })
  const keys = [key('old', '2026-01-01T00:00:00Z'), key('new', '2026-02-01T00:00:00Z')]
  expect(newestFirst(keys).map(({ id }) => id)).toEqual(['new', 'old'])
  expect(keys[0]?.id).toBe('old')
})

it.each([
  ['never', '', null],
  ['30', 'nonsense', 30],
  ['365', '', 365],
  ['custom', ' 7 ', 7],
  ['custom', '3650', 3650],
  ['custom', '3651', undefined],
  ['custom', '0', undefined],
  ['custom', '', undefined],
  ['custom', '1.5', undefined],
  ['custom', '-1', undefined],
  ['custom', '1e3', undefined],
] as const)('parses expiry %s with %j days as %s', (expiry, days, expected) => {
  expect(daysOf({ expiry, days })).toBe(expected)
})

it('requires a name and a valid number of days', () => {
  expect(keyDraftErrors({ ...emptyKeyDraft, name: 'backup' })).toEqual({})
  expect(keyDraftErrors({ name: '  ', expiry: 'custom', days: 'x' })).toEqual({
    name: 'apiKeys.nameMissing',
    days: 'apiKeys.daysWrong',
  })
})

it('builds a sample request', () => {
  expect(curlExample('https://svc.example', 'svc_AbC-_1')).toBe(
    "curl -H 'X-API-Key: svc_AbC-_1' \\\n  https://svc.example/api/auth/me",
  )
})
