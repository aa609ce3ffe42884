import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { type CodedText, codesIn, isCodedText, isTextCode, text } from './coded-text.ts'
import { makeFormat } from './format.ts'
import { describeText, renderText } from './render.ts'

const texts: Readonly<Record<string, string>> = {
  'notes.TAKEN': 'a note named {{name}} exists',
  'notes.RETRY_one': 'in 1 second',
  'notes.RETRY_other': 'in {{count}} seconds',
  'notes.FULL': '{{used}} of {{limit}}',
  'notes.UNTIL': 'until {{until}}',
  'notes.FAILED': 'not sent: {{reason}}',
  'notes.ONE_OF': 'one of {{names}}',
}
const render = (given: CodedText, locale = 'en') =>
  renderText(given, { format: () => makeFormat(locale, 'UTC'), find: (owner, key) => texts[`${owner}.${key}`] })

it.each<[CodedText, string | undefined]>([
  [text('notes.TAKEN', { name: 'a' }), 'a note named a exists'],
  [text('notes.TAKEN', { name: '{{name}} $&' }), 'a note named {{name}} $& exists'],
  [text('notes.TAKEN'), 'a note named  exists'],
  [text('notes.RETRY', { count: 1 }), 'in 1 second'],
  [text('notes.RETRY', { count: 2 }), 'in 2 seconds'],
  [
    text('notes.FULL', { used: { value: 1536, unit: 'bytes' }, limit: { value: 90_061, unit: 'duration' } }),
    '1.5 KiB of 1d 1h',
  ],
  [text('notes.UNTIL', { until: { at: 0, as: 'date' } }), 'until Jan 1, 1970'],
  [text('notes.UNTIL', { until: { at: '2026-01-31T12:00:00Z' } }), 'until Jan 31, 2026, 12:00:00'],
  [text('notes.FAILED', { reason: text('notes.RETRY', { count: 5 }) }), 'not sent: in 5 seconds'],
  [text('notes.ONE_OF', { names: ['a', text('notes.RETRY', { count: 1 })] }), 'one of a, in 1 second'],
  [text('notes.UNKNOWN'), undefined],
  [text('notes.FAILED', { reason: text('notes.UNKNOWN') }), undefined],
  [text('notes.ONE_OF', { names: [text('notes.UNKNOWN')] }), undefined],
])('renders %j', (given, sentence) => {
  expect(render(given)).toBe(sentence)
})

test('formats are those of the reader', () => {
  expect(render(text('notes.ONE_OF', { names: ['a', 'b'] }), 'zh')).toBe('one of a、b')
  expect(render(text('notes.FULL', { used: { value: 1536, unit: 'bytes' }, limit: 7 }), 'de')).toBe('1,5 KiB of 7')
})

test('a language without a plural form of its own has one text', () => {
  expect(render(text('notes.RETRY', { count: 1 }), 'zh')).toBe('in 1 seconds')
})

it('survives JSON', () => {
  const given = text('notes.FAILED', { reason: text('notes.RETRY', { count: 5 }) })
  expect(render(JSON.parse(JSON.stringify(given)))).toBe(render(given))
})

it('knows a coded text from other values', () => {
  expect([text('notes.A'), text('notes.A', {})].every(isCodedText)).toBe(true)
  expect([null, 'notes.A', {}, { code: 'a b' }, { code: 'notes.A', params: 1 }].some(isCodedText)).toBe(false)
  expect(['notes.A', 'my-notes.A_1'].every(isTextCode)).toBe(true)
  expect(['A', 'notes.a', 'is taken', 'Not.A', 'a.B.C'].some(isTextCode)).toBe(false)
})

it('lists the codes it needs', () => {
  const given = text('a.A', { one: text('b.B', { many: ['x', text('c.C')] }) })
  expect(codesIn(given)).toEqual(['a.A', 'b.B', 'c.C'])
})

it('is readable in a log', () => {
  expect([describeText(text('a.A')), describeText(text('a.A', { b: 1 }))]).toEqual(['a.A', 'a.A {"b":1}'])
})

it('inserts any string literally', () => {
  fc.assert(fc.property(fc.string(), (name) => render(text('notes.TAKEN', { name })) === `a note named ${name} exists`))
})
