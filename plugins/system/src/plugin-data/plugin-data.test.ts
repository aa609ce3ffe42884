import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { contribute, definePlugin, text } from '@svc/plugin-sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defineSettings, settingsForms } from '../contract.ts'
import system from '../index.ts'

const form = defineSettings({
  plugin: 'ghost',
  schema: Type.Object({ token: Type.Optional(Type.String({ label: text('ghost.TOKEN'), secret: true })) }),
})
const ghost = definePlugin({
  id: 'ghost',
  migrations: [
    {
      name: '001-houses',
      up: (db) => {
        db.exec(
          'CREATE TABLE ghost_houses (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX ghost_by_name ON ghost_houses (name)',
        )
        db.exec("INSERT INTO ghost_houses (name) VALUES ('castle')")
      },
    },
  ],
  setup: () => ({ contributes: contribute(settingsForms, form) }),
})

const dataDir = mkdtempSync(join(tmpdir(), 'svc-purge-'))
let kernel: TestKernel
const start = async (plugins: readonly (typeof ghost | typeof system)[]) => {
  await kernel?.close()
  kernel = await createTestKernel({ plugins, dataDir, required: ['system'] })
}
const admin = (method: 'GET' | 'PUT' | 'DELETE', path = '', payload?: object) =>
  kernel.as('admin').inject({ method, url: `/api/plugins/ghost${path}`, ...(payload ? { payload } : {}) })
const purge = () => admin('DELETE', '/data')
const tables = () => kernel.database.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'ghost%'").pluck().all()
const settings = () => kernel.database.prepare('SELECT count(*) FROM system_plugin_settings').pluck().get()
const begun = () => kernel.database.prepare('SELECT count(*) FROM kernel_purges').pluck().get()
const state = () => kernel.plugins().find(({ id }) => id === 'ghost')?.state
const lastAudit = () =>
  kernel.database.prepare('SELECT action, detail FROM system_audit_logs ORDER BY id DESC LIMIT 1').get()

beforeAll(() => start([system, ghost]))
afterAll(async () => {
  await kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the data of a plugin', () => {
  it('is listed with its size, and kept while the plugin is enabled', async () => {
    await admin('PUT', '/settings', { values: { token: 's3cret-7f' } })
    const { data } = (await admin('GET', '/data')).json()
    expect(data).toEqual({ bytes: 8192, tables: [{ name: 'ghost_houses', bytes: 8192 }], settings: 1 })
    const refused = await purge()
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'PLUGIN_ACTIVE'])
    await admin('PUT', '', { enabled: false })
    expect((await purge()).statusCode).toBe(409)
    await kernel.settled()
    // enabled again, and not yet restarted
    await admin('PUT', '', { enabled: true })
    expect((await purge()).statusCode).toBe(409)
    await kernel.settled()
    expect(tables()).toHaveLength(2)
  })

  it('is kept if its deletion cannot be recorded', async () => {
    await start([system])
    expect(state()).toBe('absent')
    kernel.database.exec(`CREATE TEMP TRIGGER broken BEFORE DELETE ON system_plugin_settings
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
    expect((await purge()).statusCode).toBe(500)
    expect(tables()).toHaveLength(2)
    expect(state()).toBe('absent')
    kernel.database.exec('DROP TRIGGER broken')
  })

  it('is deleted with its settings and secrets when the plugin is not installed, and the plugin is no longer listed', async () => {
    expect((await purge()).json()).toEqual({ data: { tables: ['ghost_houses'], settings: 1 } })
    expect(lastAudit()).toEqual({
      action: 'plugin.purge',
      detail: '{"id":"ghost","tables":["ghost_houses"],"settings":1}',
    })
    expect([tables(), settings(), state()]).toEqual([[], 0, undefined])
    expect((await purge()).statusCode).toBe(404)
    expect((await admin('GET', '/data')).statusCode).toBe(404)
    expect((await kernel.as('member').inject({ method: 'DELETE', url: '/api/plugins/ghost/data' })).statusCode).toBe(
      403,
    )
  })

  it('cannot be used again before all of it is deleted, a batch after the other', async () => {
    await start([system, ghost])
    await admin('PUT', '', { enabled: false })
    await kernel.settled()
    kernel.database.exec(`INSERT INTO ghost_houses (name) WITH RECURSIVE n(i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT hex(randomblob(50)) FROM n`)
    const purged = purge()
    await vi.waitUntil(() => begun() === 1, { interval: 1 })
    const enabled = await admin('PUT', '', { enabled: true })
    expect([enabled.statusCode, enabled.json().error.code]).toEqual([409, 'PLUGIN_PURGING'])
    expect((await purged).json()).toEqual({ data: { tables: ['ghost_houses'], settings: 0 } })
    expect([begun(), tables()]).toEqual([0, []])
    await admin('PUT', '', { enabled: true })
    await kernel.settled()
    expect(state()).toBe('running')
  })

  it('is deleted while the plugin is disabled, which stays so and starts from scratch later', async () => {
    await start([system, ghost])
    expect(tables()).toHaveLength(2)
    await admin('PUT', '', { enabled: false })
    await kernel.settled()
    expect((await purge()).json()).toEqual({ data: { tables: ['ghost_houses'], settings: 0 } })
    await start([system, ghost])
    expect([state(), tables()]).toEqual(['disabled', []])
    await admin('PUT', '', { enabled: true })
    await kernel.settled()
    expect([state(), tables().length]).toEqual(['running', 2])
  })
})
