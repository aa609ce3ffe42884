import { expect, it } from 'vitest'
import { changeOf, draftOf, isInterval } from './settings-draft.ts'

const settings = {
  check_interval_hours: 12,
  risk_provider: 'a',
  risk_provider_fallback: 'b',
  providers: [],
  problems: [],
}
const draft = draftOf(settings)

it('sends keys only where one was entered or deleted', () => {
  const rest = { check_interval_hours: 12, risk_provider: 'a', risk_provider_fallback: 'b' }
  expect(changeOf({ ...draft, keys: { a: ' ' } })).toEqual(rest)
  expect(changeOf({ ...draft, keys: { a: ' x ' }, removed: ['a', 'b'] })).toEqual({
    ...rest,
    api_keys: { a: 'x', b: null },
  })
})

it('has no fallback without a provider, and not the same one', () => {
  expect(changeOf({ ...draft, provider: 'none' })).toMatchObject({ risk_provider_fallback: 'none' })
  expect(changeOf({ ...draft, provider: 'b' })).toMatchObject({ risk_provider_fallback: 'none' })
})

it.each([
  ['1', true],
  ['168', true],
  ['0', false],
  ['169', false],
  ['1.5', false],
  ['', false],
])('%s hours: %s', (text, valid) => expect(isInterval(text)).toBe(valid))
