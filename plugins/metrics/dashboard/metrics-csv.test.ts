import { columns } from '@svc/plugin-metrics/columns'
import { expect, it } from 'vitest'
import { fileBase } from './file-base.js'
import { frameOf } from './frame.js'
import { metricsTable } from './metrics-csv.js'

it('has a row per point, with every figure under the name it has in the API', () => {
  const disk_io_json = JSON.stringify([{ name: '=cmd', read_bytes_per_sec: 1, write_bytes_per_sec: 2 }])
  const points = [
    { time: 0, rows: [{ cpu: 7.25, temperature: null, disk_io_json }] },
    { time: 60, rows: [] },
  ]
  const [head = [], ...rows] = metricsTable(frameOf(points, columns), columns)
  const stored = columns.filter(({ type }) => type !== 'TEXT').map(({ name }) => name)
  expect(head).toEqual(['time', ...stored, '=cmd read_bytes_per_sec', '=cmd write_bytes_per_sec'])
  const cell = (row: number, name: string) => rows[row]?.[head.indexOf(name)]
  expect([cell(0, 'time'), cell(0, 'cpu'), cell(0, 'temperature')]).toEqual(['1970-01-01T00:00:00.000Z', '7.25', ''])
  expect([cell(0, '=cmd read_bytes_per_sec'), cell(1, '=cmd read_bytes_per_sec')]).toEqual(['1', ''])
  expect(rows.every((row) => row.length === head.length)).toBe(true)
})

it.each([
  ['web-1', 'web-1-24h'],
  ['网关 01', '网关-01-24h'],
  ['../../etc/passwd', 'etc-passwd-24h'],
  ['<script>', 'script-24h'],
  ['...', 'server-24h'],
  [undefined, 'server-24h'],
  ['x'.repeat(500), `${'x'.repeat(60)}-24h`],
])('a file of the server %s is called %s', (name, base) => {
  expect(fileBase(name, '24h')).toBe(base)
})
