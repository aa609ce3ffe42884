import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type RetentionTier, retentionTiers } from './contract.ts'
import { cutoff } from './expired-rows.ts'
import system from './index.ts'

const day = 86_400
const now = Date.parse('2026-01-31T12:00:00Z')
const nowSeconds = now / 1000
const oldest = nowSeconds - 7 * day

const tiers: RetentionTier[] = [
  { table: 'demo_records', column: 'time', days: 7 },
  { table: 'demo_blocks', column: 'hour_ms', perSecond: 1000, days: 7 },
  { table: 'demo_packed', column: 'key', days: 7, packed: { shift: 20, unitSeconds: 60 } },
]
const demo = (contributed: RetentionTier[]) =>
  definePlugin({
    id: 'demo',
    migrations: [
      {
        name: '001-tables',
        up: (db) =>
          db.exec(`
            CREATE TABLE demo_records (id INTEGER PRIMARY KEY, time INTEGER NOT NULL);
            CREATE INDEX demo_records_by_time ON demo_records (time);
            CREATE TABLE demo_blocks (server TEXT, hour_ms INTEGER, body BLOB, PRIMARY KEY (server, hour_ms)) WITHOUT ROWID;
            CREATE TABLE demo_packed (key INTEGER PRIMARY KEY);
          `),
      },
    ],
    setup: () => ({ contributes: contribute(retentionTiers, ...contributed) }),
  })

// the maintenance worker compiles its sources first
vi.setConfig({ testTimeout: 60_000 })

let kernel: TestKernel
afterEach(() => kernel.close())
const count = (table: string) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
const fill = (table: string, rows: number, row: (i: number) => unknown[]) => {
  const insert = kernel.database.prepare(`INSERT INTO ${table} VALUES (${row(0).map(() => '?')})`)
  kernel.database.transaction(() => {
    for (let i = 0; i < rows; i += 1) insert.run(row(i))
  })()
}

describe('Cleanup', () => {
  it('rejects tiers for tables of other plugins', async () => {
    const theirs = { table: 'system_settings', column: 'key', days: 1 }
    kernel = await createTestKernel({ plugins: [system, demo([theirs])], now, tolerant: true })
    expect(kernel.plugins().find(({ id }) => id === 'demo')).toMatchObject({
      state: 'failed',
      reason: 'it contributed system_settings to system.retentionTiers, but the table does not belong to it',
    })
  })

  it('deletes expired rows only, of any table shape', async () => {
    kernel = await createTestKernel({ plugins: [system, demo(tiers)], now })
    fill('demo_records', 6000, (i) => [i, i < 5000 ? oldest - 1 - (i % 3) : oldest + i])
    fill('demo_blocks', 1500, (i) => [
      `s${i % 5}`,
      (i < 1200 ? oldest - 3600 - i : oldest + i) * 1000,
      Buffer.alloc(200),
    ])
    const minute = Math.floor(oldest / 60)
    fill('demo_packed', 1000, (i) => [(minute - 500 + i) * 2 ** 20 + 7])
    await kernel.runJob('Cleanup')
    expect(count('demo_records')).toBe(1000)
    expect(count('demo_blocks')).toBe(300)
    expect(count('demo_packed')).toBe(500)
    expect(kernel.database.prepare('SELECT min(time) FROM demo_records').pluck().get()).toBe(oldest + 5000)
    expect(kernel.database.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('keeps the audit log for retention.audit_logs_days', async () => {
    const config = { retention: { audit_logs_days: 2 } }
    kernel = await createTestKernel({ plugins: [system], now, config })
    fill('system_audit_logs', 4, (i) => [i + 1, 'u', 'u', 'login', null, '', nowSeconds - i * day])
    await kernel.runJob('Cleanup')
    expect(kernel.database.prepare('SELECT id FROM system_audit_logs ORDER BY id').pluck().all()).toEqual([1, 2, 3])
  })

  it('runs a minute after the start and every hour', async () => {
    kernel = await createTestKernel({ plugins: [system], now })
    const runs = () =>
      kernel
        .plugins()
        .find(({ id }) => id === 'system')
        ?.jobs.find(({ name }) => name === 'Cleanup')?.runs
    await kernel.clock.advance(59_000)
    expect(runs()).toBe(0)
    await kernel.clock.advance(1_000)
    expect(runs()).toBe(1)
    await kernel.clock.advance(3_600_000)
    expect(runs()).toBe(2)
  })

  it('continues when one tier fails, and logs which', async () => {
    const broken = { table: 'demo_nothing', column: 'time', days: 1 }
    kernel = await createTestKernel({ plugins: [system, demo([broken, ...tiers])], now })
    fill('demo_records', 10, (i) => [i, oldest - 1])
    await kernel.runJob('Cleanup')
    expect(count('demo_records')).toBe(0)
    const job = kernel
      .plugins()
      .find(({ id }) => id === 'system')
      ?.jobs.find(({ name }) => name === 'Cleanup')
    expect(job).toMatchObject({ failures: 1, last_error: expect.stringContaining('demo_nothing: no such table') })
  })
})

describe('cutoff', () => {
  it.each([
    [{ table: 't', column: 'c', days: 7 }, oldest],
    [{ table: 't', column: 'c', days: 7, perSecond: 1000 }, oldest * 1000],
    [{ table: 't', column: 'c', days: 7, packed: { shift: 20, unitSeconds: 60 } }, (oldest / 60) * 2 ** 20],
  ])('of %j', (tier, value) => expect(cutoff(tier, now)).toBe(value))
})
