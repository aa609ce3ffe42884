import { Type } from '@sinclair/typebox'
import { createTestKernel } from '@svc/kernel/testing'
import { definePlugin } from '@svc/plugin-sdk'
import { describe, expect, it } from 'vitest'
import { columns, type MetricColumn, recordColumns } from './columns.ts'
import { recordMigrations } from './migrations.ts'

const only = (migrations: ReturnType<typeof recordMigrations>) =>
  definePlugin({ id: 'metrics', config: Type.Object({}), migrations, setup: () => ({}) })

describe('columns of the records table', () => {
  it('are those of the specification, in one migration', () => {
    expect(recordColumns.map(({ name }) => name)).toEqual([
      'cpu',
      'mem_used',
      'swap_used',
      'disk_used',
      'net_in_speed',
      'net_out_speed',
      'net_in_transfer',
      'net_out_transfer',
      'load1',
      'load5',
      'load15',
      'tcp_conn',
      'udp_conn',
      'process_count',
      'temperature',
      'gpu_usage',
      'disk_io_json',
    ])
    expect(recordMigrations(recordColumns).map(({ name }) => name)).toEqual(['001-records', '002-sealed-records'])
  })

  it('can be added by declaring one', async () => {
    const fan: MetricColumn = {
      name: 'fan',
      unit: 'rpm',
      type: 'INTEGER',
      aggregate: 'mean',
      nullable: true,
      since: 4,
      take: () => 1,
    }
    const migrations = recordMigrations([...columns, fan])
    expect(migrations.map(({ name }) => name)).toEqual([
      ...['001-records', '002-sealed-records', '003-record-columns', '004-record-columns'],
    ])
    const kernel = await createTestKernel({ plugins: [only(migrations)] })
    const namesOf = (table: string) =>
      kernel.database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    expect(namesOf('metrics_records')).toEqual(['id', ...columns.map(({ name }) => name), 'fan'])
    expect(namesOf('metrics_hourly_records')).toEqual(['id', 'hour', ...columns.map(({ name }) => name), 'fan'])
    await kernel.close()
  })

  it('are nullable if added later', () => {
    expect(columns.filter(({ since, nullable }) => since > 1 && !nullable)).toEqual([])
  })
})
