import { describe, expect, test } from 'vitest'
import { makeFormat } from './format.ts'

const en = makeFormat('en')
const de = makeFormat('de')

describe('bytes', () => {
  test.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1.0 KiB'],
    [1536, '1.5 KiB'],
    [1024 ** 2 - 1, '1.0 MiB'],
    [123 * 1024 ** 2, '123 MiB'],
    [8 * 1024 ** 3, '8.0 GiB'],
    [5 * 1024 ** 5, '5.0 PiB'],
    [-2048, '-2.0 KiB'],
    [Number.NaN, '–'],
  ])('%d is %s', (value, text) => expect(en.bytes(value)).toBe(text))
  test('in the format of the locale', () => expect(de.bytes(1536)).toBe('1,5 KiB'))
  test.each([
    [932 * 1024 ** 3, 1e12, '1.0 TB'],
    [5e8, 1e12, '500 MB'],
    [1e12, 2 ** 40, '931 GiB'],
    [1e12, 0, '931 GiB'],
  ])('%d in the units of %d is %s', (value, like, text) => expect(en.bytes(value, like)).toBe(text))
  test('per second', () => expect(en.rate(1024 ** 2)).toBe('1.0 MiB/s'))
})

test('percent', () => {
  expect([en.percent(7.25), en.percent(100, 0), en.percent(Number.NaN)]).toEqual(['7.3%', '100%', '–'])
})

test('durations show their two largest parts', () => {
  expect([0, 59, 61, 3600, 90_061, 86_400 * 3 + 5].map(en.duration)).toEqual([
    '0s',
    '59s',
    '1m 1s',
    '1h',
    '1d 1h',
    '3d',
  ])
})

test('countdowns round up, so that 0:00 means expired', () => {
  expect([0, 0.2, 59.1, 600, 3661].map(en.clock)).toEqual(['0:00', '0:01', '1:00', '10:00', '1:01:01'])
})

test('relative times', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(en.relative(now - 5 * 60_000, now)).toBe('5 minutes ago')
  expect(en.relative('2026-02-28T12:00:00Z', now)).toBe('yesterday')
  expect(en.relative('nonsense', now)).toBe('–')
})

test('values by unit', () => {
  expect(en.value(0.4567, 'number')).toBe('0.46')
  expect(en.value(1234, 'number')).toBe('1,234')
  expect(en.value(54.4, 'celsius')).toBe('54 °C')
  expect(en.value(3.25, 'ms')).toBe('3.3 ms')
})

describe('money', () => {
  test.each([
    [9.9, 'EUR', '€9.90'],
    [0, 'USD', '$0.00'],
    [0.3333, 'USD', '$0.33'],
    [0.0123456, 'USD', '$0.012'],
    [1234, 'jpy', '¥1,234'],
    [3.33, 'JPY', '¥3.3'],
    // several currencies are called ¥ and $
    [68, 'CNY', 'CN¥68.00'],
    [5, 'XTS', 'XTS\u00a05.00'],
    [Number.NaN, 'EUR', '–'],
    [Number.POSITIVE_INFINITY, 'EUR', '–'],
  ])('%d %s is %s', (value, currency, text) => expect(en.money(value, currency)).toBe(text))
  test.each(['', 'points', '€', 'E R', '<b>', '12'])('accepts the currency %j', (currency) =>
    expect(en.money(1.5, currency)).toBe(`1.50 ${currency}`),
  )
  test('is short for any amount', () => {
    for (const currency of ['EUR', 'points']) {
      expect(en.money(Number.MAX_VALUE, currency).length).toBeLessThan(20)
      expect(en.money(Number.MIN_VALUE, currency).length).toBeLessThan(20)
    }
  })
  test('in the format of the locale', () => expect(de.money(1234.5, 'EUR')).toBe('1.234,50\u00a0€'))
})

test('a bare date is the same day in every time zone', () => {
  expect(en.date('2026-01-31')).toBe('Jan 31, 2026')
  expect(en.date('2026-13-31')).toBe('–')
})

test('huge numbers use scientific notation', () => {
  expect([en.number(1e308), en.percent(1e30), en.bytes(1e40), en.ms(-1e20), en.celsius(1e16)]).toEqual([
    '1E308',
    '1E30%',
    '8.67E21 EiB',
    '-1E20 ms',
    '1E16 °C',
  ])
})
