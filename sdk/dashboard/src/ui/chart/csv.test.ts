import { describe, expect, test } from 'vitest'
import { toIsoTime } from '../../iso-time.ts'
import { csvOf, exportFileName } from './exports.ts'

const line = (label: string, ...values: (number | null)[]) => ({ id: label, label, values })
const noon = Date.UTC(2026, 2, 5, 12) / 1000

describe('the CSV of a chart', () => {
  test('has ISO times, plain numbers, and the unit in the header', () => {
    const series = [line('In', 1.5, null), line('Out', -2, Number.NaN)]
    expect(csvOf({ times: [noon, noon + 0.5], series, unit: 'rate' })).toBe(
      '\uFEFFtime,In (B/s),Out (B/s)\r\n2026-03-05T12:00:00Z,1.5,-2\r\n2026-03-05T12:00:00.500Z,,\r\n',
    )
    expect(csvOf({ times: [], series: [line('Load')], unit: 'number' })).toBe('\uFEFFtime,Load\r\n')
  })
  test('has a row for each gap', () => {
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
  test('escapes formulas but not negative numbers', () => {
    expect(csvOf({ times: [noon], series: [line('=1+1', -1e-7)], unit: 'number' })).toBe(
      "\uFEFFtime,'=1+1\r\n2026-03-05T12:00:00Z,-1e-7\r\n",
    )
  })
  test('writes invalid times as empty cells', () => expect(toIsoTime(1e20)).toBe(''))
})

test('file names contain label and time range', () => {
  const what = { label: 'CPU of web-1', times: [noon, noon + 3600] }
  expect(exportFileName(what, 'csv')).toBe('CPU-of-web-1-20260305T1200Z-20260305T1300Z.csv')
  expect(exportFileName({ ...what, from: noon - 60, to: noon }, 'png')).toBe(
    'CPU-of-web-1-20260305T1159Z-20260305T1200Z.png',
  )
  expect(exportFileName({ ...what, fileName: ['web-1', 'cpu'], times: [] }, 'csv')).toBe('web-1-cpu.csv')
  expect(exportFileName({ ...what, times: [1e20] }, 'csv')).toBe('CPU-of-web-1.csv')
})
