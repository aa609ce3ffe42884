import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import accounting from '@svc/plugin-accounting'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, openAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { encode, Report } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { columns } from './columns.ts'
import { latest } from './contract.ts'
import metrics from './index.ts'

const noon = Date.UTC(2026, 4, 1, 12)
/** Maximum size of an error: it names a field and a rule, and does not echo the input. */
const largestError = 1000

let kernel: TestKernel
let id: string
let send: (text: string) => void
beforeAll(async () => {
  kernel = await createTestKernel({ plugins: [system, enrollment, metrics, accounting], now: noon })
  const edge = await claimServer(kernel, 'edge')
  id = edge.id
  send = (await openAgent(kernel, edge.token)).sendRaw
})
afterAll(() => kernel.close())

const day = '2026-05-01T00:00:00Z'
const next = '2026-05-02T00:00:00Z'
const strange = [
  ...['', ' ', 'now', 'NaN', 'Infinity', '0', '-1', '1777636800', '1e21', 'null', '[]', '{}'],
  ...['2026-05-32', '2026-05-32T00:00:00Z', '2026-05-01T25:00:00Z', '2026-05-01T00:00:00+99:99'],
  ...['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '99999-01-01T00:00:00Z'],
  ...["'; DROP TABLE metrics_records; --", '<script>alert(1)</script>', '\u0000', 'a\nb', '９', 'x'.repeat(10_000)],
]
const encoded = (members: Record<string, string>) => new URLSearchParams(members).toString()
const ranges = [
  ...strange.flatMap((value) => [encoded({ from: value, to: next }), encoded({ from: day, to: value })]),
  ...['', `from=${day}`, `to=${day}`],
  encoded({ from: next, to: day }),
  encoded({ from: '1926-05-01T00:00:00Z', to: next }),
  ...[`from=${day}&from=${next}&to=${next}`, `from=${day}&to=${next}&to=${next}`],
  ...[`from[]=${day}&to=${next}`, `from[a]=${day}&to=${next}`, `from=%ED%A0%80&to=${next}`, 'from=%&to=%ZZ'],
]
const counts = ['', 'x', '-1', '0', '1.5', 'NaN', 'Infinity', '1e9', '99999999999999999999', '1;2', '<b>', '%00']

const queries = [
  ...['records', 'gpu-records', 'gaps'].flatMap((what) =>
    ranges.map((query) => [what, `/api/servers/:id/${what}?${query}`] as const),
  ),
  ...ranges
    .filter((query) => query && !query.startsWith('from['))
    .map((query) => ['daily traffic', `/api/traffic/:id/daily?${query}`] as const),
  ...counts.flatMap((value) => [
    ['uptime', `/api/servers/:id/uptime-daily?days=${value}`] as const,
    ['fleet traffic', `/api/traffic/overview/daily?days=${value}`] as const,
    ['cycles', `/api/traffic/:id/cycle?history=${value}`] as const,
  ]),
  ...['days=1&days=2', 'days=3&days=x&days=4'].map(
    (query) => ['uptime', `/api/servers/:id/uptime-daily?${query}`] as const,
  ),
]

describe('a query', () => {
  it('has the expected number of cases', () => expect(queries.length).toBe(279))

  // not `it.each`, which would put the input into the titles
  for (const [i, [what, url]] of queries.entries()) {
    it(`with ${what} is rejected (${i})`, async () => {
      const answer = await kernel.as('member').inject(url.replace(':id', id))
      expect([400, 422], answer.body.slice(0, 200)).toContain(answer.statusCode)
      expect(answer.body.length).toBeLessThan(largestError)
      expect(answer.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
      expect(answer.body).not.toContain('<script>')
    })
  }
})

const disk = (name: string, rate: unknown = 1) => ({ name, read_bytes_per_sec: rate, write_bytes_per_sec: rate })
const names = [
  ...['<img src=x onerror=alert(1)>', "'; DROP TABLE metrics_records; --", '"', '\\', '\n\r\t', '\u0000\u0007'],
  ...['\ud83d', '\udc00x', '\u202egnp.exe', '', ' ', '__proto__', 'constructor', 'x'.repeat(100_000)],
]
const whole = columns.filter(({ range, type }) => range && type === 'INTEGER').map(({ name }) => name)
const real = columns.filter(({ range, type }) => range && type === 'REAL').map(({ name }) => name)
const numbers = [
  '-1',
  '-0',
  '1e300',
  '-1e300',
  '1e999',
  '-1e999',
  '9007199254740993',
  '0.1',
  'null',
  '"5"',
  '[]',
  '{}',
  'true',
]

const frame = (more: object) => JSON.stringify({ type: 'report', ...report(), ...more })
/** A valid report with raw JSON as the value of one member. */
const written = (member: string, text: string) => frame({ [member]: 'HERE' }).replace('"HERE"', text)
const frames: readonly (readonly [string, string])[] = [
  ...[...whole, ...real].flatMap((name) => numbers.map((text) => [`${name} ${text}`, written(name, text)] as const)),
  ...names.map((name, i) => [`a device named oddly (${i})`, frame({ disk_io: [disk(name), disk(name)] })] as const),
  ...names.map(
    (name, i) =>
      [
        `a GPU named oddly (${i})`,
        frame({
          gpu: {
            count: -5,
            average_usage: 1e9,
            detailed_info: [{ name, mem_total: -1, mem_used: 1e300, utilization: -7, temperature: -1e9 }],
          },
        }),
      ] as const,
  ),
  ['10,000 disks', frame({ disk_io: Array.from({ length: 10_000 }, (_, i) => disk(`d${i}`)) })],
  ['rates beyond sense', frame({ disk_io: [disk('a', -5), disk('b', 1e300), disk('c', 1.5)] })],
  ['disks that are none', frame({ disk_io: [null, 1, 'sda', [], {}] })],
  ['a list that is none', frame({ disk_io: { length: 1e9 } })],
  ['NaN', written('cpu', 'NaN')],
  ['counters that fell', frame({ net_in_transfer: 5, net_out_transfer: 1, uptime: 3 })],
  ['a host with an impossible uptime', frame({ uptime: Number.MAX_SAFE_INTEGER })],
  ['a member twice', frame({}).replace('"cpu":7.25', '"cpu":-1,"cpu":1e9')],
  ['members that must not be', frame({}).replace('{', '{"__proto__":{"cpu":1},"constructor":1,')],
  ['a number of reports below nothing', frame({ seq: -1 })],
  ['deep nesting', `{"type":"report","cpu":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
]

describe('a report', () => {
  it('has the expected number of cases', () => expect(frames.length).toBe(403))

  for (const [i, [what, text]] of frames.entries()) {
    it(`with ${what} leaves valid history`, async () => {
      const minute = noon / 60_000 + i
      kernel.clock.set(minute * 60_000 + 1000)
      send(text)
      // later reports still arrive
      send(encode(Report, report({ process_count: i + 1000, net_in_transfer: 1e9 + i, net_out_transfer: 1e9 + i })))
      await vi.waitFor(() => expect(kernel.service(latest).get(id)?.report.process_count).toBe(i + 1000), {
        interval: 1,
      })
      send(text)
      send('{"type":"report"}')
      await new Promise((resolve) => setTimeout(resolve, 5))
      await kernel.runJob('RecordWriter')
      const at = new Date(minute * 60_000).toISOString()
      const answer = await kernel.as('member').inject(`/api/servers/${id}/records?from=${at}&to=${at}`)
      const [row, ...more] = answer.json().data as Record<string, unknown>[]
      expect(more).toEqual([])
      for (const { name, range, nullable } of columns) {
        const value = row?.[name] ?? null
        if (value === null) expect(nullable, name).toBe(true)
        else if (range)
          expect([range[0] <= (value as number), (value as number) <= range[1]], name).toEqual([true, true])
      }
      const disks = JSON.parse((row?.disk_io_json as string | null) ?? '[]') as { name: string }[]
      expect(disks.length).toBeLessThanOrEqual(256)
      expect(disks.every(({ name }) => name.length <= 128)).toBe(true)
    })
  }

  it('has a bounded effect on all aggregates', async () => {
    kernel.clock.set(noon + 12 * 3_600_000)
    await kernel.runJob('Aggregator')
    const read = async (url: string) => (await kernel.as('member').inject(url)).json().data
    const range = `from=${new Date(noon).toISOString()}&to=${new Date(noon + 12 * 3_600_000).toISOString()}`
    expect(await read(`/api/servers/${id}/records?${range}`)).toHaveLength(frames.length)
    const hourly = await read(`/api/servers/${id}/records?${range}&interval=hourly`)
    for (const row of hourly)
      for (const { name, range } of columns) if (range) expect(row[name] ?? 0).toBeGreaterThanOrEqual(range[0])
    const days = await read(`/api/traffic/${id}/daily?from=2026-05-01&to=2026-05-02`)
    for (const { bytes_in, bytes_out } of days) {
      for (const bytes of [bytes_in, bytes_out]) expect(bytes >= 0 && bytes <= Number.MAX_SAFE_INTEGER).toBe(true)
    }
    expect(kernel.database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(kernel.logs).not.toContainEqual(expect.objectContaining({ level: 60 }))
  })
})
