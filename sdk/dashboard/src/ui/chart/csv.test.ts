import { describe, expect, test } from 'vitest'
import { csvOf, instant, textCell } from './csv.js'
import { fileNameOf } from './file-name.js'

const line = (label: string, ...values: (number | null)[]) => ({ id: label, label, values })
const noon = Date.UTC(2026, 2, 5, 12) / 1000

describe('the CSV of a chart', () => {
  test('has ISO times, plain numbers, and the unit in the heading', () => {
    const series = [line('In', 1.5, null), line('Out', -2, Number.NaN)]
    expect(csvOf({ times: [noon, noon + 0.5], series, unit: 'rate' })).toBe(
      'time,In (B/s),Out (B/s)\r\n2026-03-05T12:00:00Z,1.5,-2\r\n2026-03-05T12:00:00.500Z,,\r\n',
    )
    expect(csvOf({ times: [], series: [line('Load')], unit: 'number' })).toBe('time,Load\r\n')
  })
  test('says in a row of its own why values are missing', () => {
    const gaps = [{ from: noon + 60, to: noon + 180, label: 'Server was down, "twice"' }]
    const text = csvOf({ times: [noon, noon + 180], series: [line('CPU', 1, 2)], unit: 'percent', gaps })
    expect(text.split('\r\n')).toEqual([
      'time,CPU (%),gap_until,gap_cause',
      '2026-03-05T12:00:00Z,1,,',
      '2026-03-05T12:01:00Z,,2026-03-05T12:03:00Z,"Server was down, ""twice"""',
      '2026-03-05T12:03:00Z,2,,',
      '',
    ])
  })
  test('keeps large and small numbers as they are', () => {
    const text = csvOf({ times: [1, 2, 3], series: [line('x', 1e21, 1e-7, 2 ** 53)], unit: 'number' })
    expect(text).toContain(',1e+21\r\n')
    expect(text).toContain(',1e-7\r\n')
    expect(text).toContain(',9007199254740992\r\n')
  })
  test('is marked as UTF-8 when it is more than ASCII', () => {
    expect(csvOf({ times: [], series: [line('内存')], unit: 'bytes' })).toBe('\uFEFFtime,内存 (B)\r\n')
  })
  test('a moment that is none is empty', () => expect(instant(1e20)).toBe(''))
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['＝1', "'＝1"],
  ['=a,"b"', '"\'=a,""b"""'],
  ['sda', 'sda'],
  ['a-b', 'a-b'],
  ['two\nlines', '"two\nlines"'],
])('the cell of %j is harmless', (text, cell) => expect(textCell(text)).toBe(cell))

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
