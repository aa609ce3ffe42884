import { describe, expect, it } from 'vitest'
import { makeParser } from './parse-value.ts'

const metrics = `# HELP jobs_total all
jobs_total{state="done",queue="a"} 10 1700000000
jobs_total{state="done",queue="b"} 5
jobs_total{state="failed"} 2e1
jobs 7
`

describe('a parser', () => {
  it.each([
    ['number', undefined, ' 42.5\n', 42.5],
    ['regexp', 'used: (\\d+)', 'free: 1\nused: 23 MB', 23],
    ['json', 'queue.items[1].size', '{"queue":{"items":[{},{"size":"8"}]}}', 8],
    ['json', 'ok', '{"ok":true}', 1],
    ['prometheus', 'jobs_total', metrics, 35],
    ['prometheus', 'jobs_total{state="done"}', metrics, 15],
    ['prometheus', 'jobs_total{queue="b",state="done"}', metrics, 5],
    ['prometheus', 'jobs', metrics, 7],
    ['key', 'MemFree', 'MemTotal: 5 kB\nMemFree:   12345 kB\n', 12345],
    ['key', 'depth', 'depth=4', 4],
  ])('%s %s finds the number', (parser, select, text, value) => {
    expect(makeParser(parser, select)(text)).toBe(value)
  })

  it.each([
    ['number', undefined, 'many', 'the text is not a number: "many"'],
    ['number', undefined, '', 'the text is not a number: ""'],
    ['regexp', '(\\d+)', 'none', 'the pattern matches nothing'],
    ['json', 'a.b', '{"a":1}', 'there is no b'],
    ['json', 'constructor', '{}', 'there is no constructor'],
    ['prometheus', 'jobs{a="b"}', metrics, 'there is no series jobs{a="b"}'],
    ['key', 'x', 'y=1', 'there is no x'],
  ])('%s %s says what is missing', (parser, select, text, reason) => {
    expect(() => makeParser(parser, select)(text)).toThrow(reason)
  })

  it.each([
    ['number', 'x', 'the parser number takes no select'],
    ['key', undefined, 'the parser key needs select'],
    ['regexp', '(', 'select is invalid: Invalid regular expression'],
    ['regexp', 'a', 'select is invalid: the pattern must have exactly one group'],
    ['prometheus', '{a="b"}', 'select is invalid: it must be the name of a series'],
    ['json', '..', 'select is invalid: the path must name a member'],
  ])('%s rejects %s', (parser, select, reason) => {
    expect(() => makeParser(parser, select)).toThrow(reason)
  })
})
