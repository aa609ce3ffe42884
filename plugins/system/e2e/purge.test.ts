import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect, revise } from '@svc/e2e/database'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, expect, it } from 'vitest'

const stage = makeStage()
let place: { directory: string; port: number }
let server: Server
let admin: Session
const dataDir = () => join(place.directory, 'data')

/** What a plugin leaves behind whose package was removed. */
const leaveData = (rows: number) =>
  revise(dataDir(), (db) =>
    db.transaction(() => {
      db.exec(
        `CREATE TABLE ghost_houses (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE ghost_rooms (id INTEGER PRIMARY KEY)`,
      )
      db.exec(`INSERT INTO kernel_migrations VALUES ('ghost', '001-houses', 1)`)
      db.exec(`INSERT INTO system_plugin_settings VALUES ('ghost', 'height', '3', 0, 1)`)
      db.prepare(
        `INSERT INTO ghost_houses (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT hex(randomblob(100)) FROM n`,
      ).run(rows)
    })(),
  )
const remains = () =>
  inspect(dataDir(), (db) => [
    ...db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'ghost%' ORDER BY name").pluck().all(),
    ...db.prepare("SELECT name FROM kernel_migrations WHERE plugin = 'ghost'").pluck().all(),
    ...db.prepare("SELECT name FROM system_plugin_settings WHERE plugin = 'ghost'").pluck().all(),
  ])
const everything = ['ghost_houses', 'ghost_rooms', '001-houses', 'height']
const purgeByCommand = async (id = 'ghost') => {
  const command = await stage.launch(place, ['plugin', 'purge', id])
  return { code: (await command.exited).code, output: command.output() }
}

beforeAll(async () => {
  place = { directory: stage.directory(), port: await freePort() }
  server = await stage.server(place)
  admin = await firstSignIn(server)
  await server.stop()
})

const hasBegun = () => inspect(dataDir(), (db) => db.prepare('SELECT count(*) FROM kernel_purges').pluck().get() !== 0)

it('is all or nothing when the server is killed meanwhile: the next one deletes what is left', async () => {
  leaveData(100_000)
  const moments = [0, 5, 20, 60, 200].map((delay) => () => pause(delay))
  const begun = () => until('the deletion to begin', async () => hasBegun())
  for (const moment of [...moments, begun]) {
    server = await stage.server(place)
    admin = await signIn(server.url, 'admin', adminPassword)
    const purge = admin.call('DELETE', '/api/plugins/ghost/data').catch(() => undefined)
    await moment()
    server.kill('SIGKILL')
    await server.exited
    await purge
    const isDecided = hasBegun() || remains().length === 0
    server = await stage.server(place)
    await server.stop()
    expect(remains()).toEqual(isDecided ? [] : everything)
    expect(hasBegun()).toBe(false)
    if (isDecided) leaveData(100_000)
  }
})

it('needs the name of the plugin on the plugins page, which shows how much it is', async () => {
  server = await stage.server(place)
  admin = await signIn(server.url, 'admin', adminPassword)
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/settings/plugins')
  await page.getByText(/MiB in 2 tables, 1 setting/).waitFor()
  await page.getByRole('button', { name: 'Delete the data of ghost' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the data of ghost?' })
  const confirm = dialog.getByRole('button', { name: 'Delete data' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Type ghost to confirm').fill('ghost')
  await confirm.click()
  await page.getByText('Data of ghost deleted').waitFor()
  await page.getByText('No longer installed').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  expect(remains()).toEqual([])
})

it('is a command while the server is stopped', async () => {
  leaveData(10)
  const refused = await purgeByCommand()
  expect(refused.code).not.toBe(0)
  expect(refused.output).toContain('another server uses the data directory')
  await server.stop()
  expect(await purgeByCommand('docker')).toMatchObject({ output: expect.stringContaining('docker is enabled') })
  const done = await purgeByCommand()
  expect([done.code, done.output]).toEqual([
    0,
    expect.stringContaining('deleted the data of ghost (tables: 2, settings: 1)'),
  ])
  expect(remains()).toEqual([])
  const [entry] = inspect(dataDir(), (db) =>
    db.prepare("SELECT user_id, detail FROM system_audit_logs WHERE action = 'plugin.purge' ORDER BY id DESC").all(),
  )
  expect(entry).toEqual({
    user_id: 'system',
    detail: '{"id":"ghost","tables":["ghost_houses","ghost_rooms"],"settings":1}',
  })
})
