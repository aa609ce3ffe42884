import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Logger } from '@svc/plugin-sdk'
import { Metrics, type ReportPayload } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { column, columns, type MetricColumn } from './columns.ts'
import { databaseOf, makeFleet } from './testing.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const names = columns.map(({ name }) => name)
const ranged = columns.filter(({ range }) => range).map(({ name }) => name)

describe('declared columns', () => {
  it('match the wire format', () => {
    expect(ranged.filter((name) => !(name in Metrics.properties))).toEqual([])
  })

  it('declare their alert rule types', () => {
    expect(columns.flatMap(({ alert }) => alert ?? [])).toEqual([
      ...['cpu', 'memory', 'swap', 'disk', 'net_in_speed', 'net_out_speed', 'load1', 'load5', 'load15'],
      ...['tcp_conn', 'udp_conn', 'process', 'temperature', 'gpu', 'cpu_iowait', 'cpu_steal'],
      ...['pressure_cpu', 'pressure_memory', 'pressure_io', 'mount_percent', 'inode_percent'],
    ])
  })
})

/** All that is needed to add a metric; it must run before modules derived from the columns are loaded. */
const fan = column({
  name: 'fan_speed',
  unit: 'revolutions per minute',
  type: 'INTEGER',
  aggregate: 'mean',
  nullable: true,
  since: 4,
  range: [0, 30_000],
  chart: { chart: 'fan', line: 'fan', color: 1, unit: 'number' },
})

describe('an added metric', () => {
  let fleet: ReturnType<typeof makeFleet>
  let kernel: TestKernel
  beforeAll(async () => {
    ;(columns as MetricColumn[]).push(fan)
    const { default: metrics } = await import('./index.ts')
    fleet = makeFleet()
    kernel = await createTestKernel({ plugins: [fleet.plugin, metrics], now: noon })
  })
  afterAll(() => kernel.close())

  const read = async (interval: 'raw' | 'hourly') => {
    const query = { from: new Date(noon).toISOString(), to: new Date(noon + 7_200_000).toISOString(), interval }
    const answer = await kernel.as('member').inject({ url: '/api/servers/server-7/records', query })
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json().data as { fan_speed: number | null }[]).map(({ fan_speed }) => fan_speed)
  }

  it('gets a column in both tables by its own migration', () => {
    for (const table of ['metrics_records', 'metrics_hourly_records']) {
      const found = kernel.database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
      expect(found.slice(-names.length - 1)).toEqual([...names, 'fan_speed'])
    }
  })

  it('is in the API description', async () => {
    const { paths } = (await kernel.as('admin').inject('/api-docs/openapi.json')).json()
    const ok = paths['/api/servers/{id}/records'].get.responses['200'].content['application/json'].schema
    expect(ok.properties.data.items.properties.fan_speed.anyOf[0]).toMatchObject({ description: fan.unit })
  })

  it('is clamped, kept in memory, written and read', async () => {
    const server = fleet.add(7)
    for (const fan_speed of [900, -5, 1e12, undefined, 'fast', 1201]) {
      fleet.report(server, { ...report(), fan_speed } as ReportPayload)
      await kernel.clock.advance(60_000)
    }
    expect(await read('raw')).toEqual([900, 0, 30_000, null, null, 1201])
  })

  it('is sealed without loss and aggregated hourly', async () => {
    const { default: sealHours } = await import('./sealing/aggregator.ts')
    const before = await read('raw')
    const log = { error: expect.unreachable } as unknown as Logger
    const context = { db: databaseOf(kernel), log, signal: new AbortController().signal }
    await sealHours(context, { currentHour: noon / 3_600_000 + 1 })
    expect(kernel.database.prepare('SELECT count(*) FROM metrics_records').pluck().get()).toBe(0)
    expect(await read('raw')).toEqual(before)
    expect(await read('hourly')).toEqual([Math.trunc((900 + 0 + 30_000 + 1201) / 4)])
  })
})
