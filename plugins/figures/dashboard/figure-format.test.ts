import { makeFormat } from '@svc/protocol/text'
import { expect, test } from 'vitest'
import { formatValue } from './figure-format.ts'

const format = makeFormat('en-US')
const show = (kind: 'gauge' | 'counter', unit: string, value: number | null) =>
  formatValue({ kind, unit, value }, format, 'per second')

test('values have the unit and the digits of the statistics of their chart', () => {
  expect(show('gauge', 'celsius', 23.4)).toBe('23 °C')
  expect(show('gauge', 'bytes', 2048)).toBe('2.0 KiB')
  expect(show('gauge', 'jobs', 45.321)).toBe('45.32 jobs')
  expect(show('gauge', '', 0.4567)).toBe('0.46')
  expect(show('counter', 'requests', 10)).toBe('10 requests per second')
  expect(show('counter', 'ms', 10)).toBe('10 ms per second')
  expect(show('counter', 'jobs', null)).toBe('–')
})
