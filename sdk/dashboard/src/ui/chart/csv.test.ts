import { describe, expect, test } from 'vitest'
import { csvOf, instant } from './csv.js'
import { fileNameOf } from './file-name.js'

const line = (label: string, ...values: (number | null)[]) => ({ id: label, label, values })
const noon = Date.UTC(2026, 2, 5, 12) / 1000

describe('the CSV of a chart', () => {
  test('has ISO times, plain numbers, and the unit in the heading', () => {
    const series = [line('In', 1.5, null), line('Out', -2, Number.NaN)]
    expect(csvOf({ times: [noon, noon + 0.5], series, unit: 'rate' })).toBe(
      '\uFEFFtime,In (B/s),Out (B/s)\r\n2026-03-05T12:00:00Z,1.5,-2\r\n2026-03-05T12:00:00.500Z,,\r\n',
    )
    expect(csvOf({ times: [], series: [line('Load')], unit: 'number' })).toBe('\uFEFFtime,Load\r\n')
  })
  test('says in a row of its own why values are missing', () => {
    const gaps = [{ from: noon + 60, to: noon + 180, label: 'Server was down, "twice"' }]
    const text = csvOf({ times: [noon, noon + 180], series: [line('CPU', 1, 2)], unit: 'percent', gaps })
    expect(text.split('\r\n')).toEqual([
      '\uFEFFtime,CPU (%),gap_until,gap_cause',
      '2026-03-05T12:00:00Z,1,,',
      '2026-03-05T12:01:00Z,,2026-03-05T12:03:00Z,"Server was down, ""twice"""',
      '2026-03-05T12:03:00Z,2,,',
      '',
    ])
  })
  test('names that spreadsheets would run are harmless, negative numbers are numbers', () => {
    expect(csvOf({ times: [noon], series: [line('=1+1', -1e-7)], unit: 'number' })).toBe(
      "\uFEFFtime,'=1+1\r\n2026-03-05T12:00:00Z,-1e-7\r\n",
    )
  })
  test('a moment that is none is empty', () => expect(instant(1e20)).toBe(''))
})

describe('file names', () => {
  const span = [noon, noon + 3600] as const
  test('say what and when', () => {
    expect(fileNameOf('CPU of web-1', span, 'csv')).toBe('CPU-of-web-1-20260305T1200Z-20260305T1300Z.csv')
    expect(fileNameOf('内存', undefined, 'png')).toBe('内存.png')
  })
  test.each([
    ['../../etc/passwd', 'etc-passwd.csv'],
    ['a:b*c?"<>|\\d', 'a-b-c-d.csv'],
    ['.hidden.', 'hidden.csv'],
    ['24 h, in; out', '24-h-in-out.csv'],
    ['\u202Egnp.exe\u0000\n', 'gnp.exe.csv'],
    ['///', 'chart.csv'],
    ['', 'chart.csv'],
  ])('of %j are safe', (base, name) => expect(fileNameOf(base, undefined, 'csv')).toBe(name))
  test('fit the file system', () => {
    expect(new TextEncoder().encode(fileNameOf('🖥'.repeat(500), span, 'csv')).length).toBeLessThan(255)
  })
})
