import { sentenceOf } from '@svc/kernel/testing'
import { describe, expect, it, test } from 'vitest'
import { languageOf, makeReader } from './reader.ts'
import { type BarDay, dayState, uptimeBar } from './uptime-bar.ts'

const reader = makeReader(languageOf({ query: {}, cookies: {}, headers: {} }), sentenceOf)
const thresholds = { yellow: 99, red: 95 }
const day = (percent: number | null, ...notes: string[]): BarDay => ({ date: '2026-05-01', percent, notes })
const bar = (days: readonly BarDay[]) =>
  uptimeBar(reader, { id: 'x', name: 'web', days, percent: 99.9, thresholds }).text

describe('a day', () => {
  it.each([
    [100, 'ok'],
    [99, 'ok'],
    [98.99, 'degraded'],
    [95, 'degraded'],
    [94.99, 'down'],
    [0, 'down'],
    [null, 'none'],
  ] as const)('with %s percent is %s', (percent, state) => expect(dayState(percent, thresholds)).toBe(state))
})

test('a run of days is one line, and bad days are cut', () => {
  const drawn = bar([day(null), day(null), day(100), day(100), day(97), day(50)])
  expect(drawn).toContain('<path class="none" d="M0 12H12"/>')
  expect(drawn).toContain('<path class="ok" d="M12 12H24"/>')
  expect(drawn).toContain('<path class="cuts" d="M24 8H30M30 7H36M30 15H36"/>')
  expect(drawn).toContain('data-days="nnoodx"')
})

test('ninety perfect days take few bytes', () => {
  expect(bar(Array.from({ length: 90 }, () => day(100))).length).toBeLessThan(500)
})

test('only days on which something happened have notes', () => {
  const [, notes = ''] = /data-notes="([^"]*)"/.exec(bar([day(100), day(98.5, 'down for 10m'), day(null)])) ?? []
  expect(JSON.parse(notes.replaceAll('&quot;', '"'))).toEqual({ 1: '98.50% · down for 10m' })
})

test('without a script the bar says how it was', () => {
  expect(bar([day(100), day(97)])).toContain('aria-label="web: 99.90% uptime in 2 days; days with downtime: 1"')
})
