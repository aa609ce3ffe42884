import { contribute, type Database, definePlugin, listen, service } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'
import { type ServerTable, serverDeleted, serverLifecycle, serverTables } from './contract.ts'

let world: World
afterEach(() => world.close())

const handle = service<Database>('feature.db')
const deleted: string[] = []
let broken = false

const feature = (table: ServerTable = { table: 'feature_rows', column: 'server_id' }) =>
  definePlugin({
    id: 'feature',
    provides: { handle },
    migrations: [
      {
        name: '001-rows',
        up: (db) =>
          db.exec(`CREATE TABLE feature_rows (id INTEGER PRIMARY KEY, server_id TEXT, n INTEGER);
                   CREATE INDEX feature_rows_by_server ON feature_rows (server_id)`),
      },
    ],
    setup: ({ db }) => ({
      provides: { handle: db },
      contributes: [
        ...contribute(serverTables, table),
        ...contribute(serverLifecycle, {
          plugin: 'feature',
          onDelete() {
            if (broken) throw new Error('no')
          },
        }),
      ],
      on: [listen(serverDeleted, ({ name }) => void deleted.push(`${name}, ${rows().length} rows left`))],
    }),
  })

const rows = () => world.kernel.database.prepare('SELECT server_id FROM feature_rows ORDER BY server_id').pluck().all()
const add = (id: string, count: number) => {
  const insert = world.kernel
    .service(handle)
    .prepare<[string, number]>('INSERT INTO feature_rows (server_id, n) VALUES (?, ?)')
  for (let n = 0; n < count; n += 1) insert.run(id, n)
}

it('deletes the rows of a server in its transaction, and emits the event afterwards', async () => {
  world = await makeWorld({ plugins: [feature()] })
  const [a, b] = [await world.onboard('a'), await world.onboard('b')]
  add(a.server_id, 3)
  add(b.server_id, 1)
  broken = true
  expect((await world.admin('DELETE', `/api/servers/${a.server_id}`)).status).toBe(500)
  expect([rows().length, deleted]).toEqual([4, []])
  broken = false
  expect((await world.admin('DELETE', `/api/servers/${a.server_id}`)).status).toBe(200)
  expect([rows(), deleted]).toEqual([[b.server_id], ['a, 1 rows left']])
})

it('deletes the rows of servers that were deleted while the plugin was disabled, at the next start', async () => {
  world = await makeWorld({ plugins: [feature()] })
  const { server_id } = await world.onboard('a')
  for (const id of ['', '0', server_id, 'zzzz']) add(id, 2)
  world.kernel.database.prepare('INSERT INTO feature_rows (server_id, n) VALUES (NULL, 1)').run()
  const again = await makeWorld({ plugins: [feature()], dataDir: world.kernel.dataDir })
  expect(rows()).toEqual([null, server_id, server_id])
  await again.close()
})

it.each<[ServerTable, RegExp]>([
  [{ table: 'enrollment_servers', column: 'id' }, /the table does not belong to it/],
  [{ table: 'feature_rows', column: 'a; b' }, /a; b is not a name/],
])('rejects %o', async (table, reason) => {
  world = await makeWorld({ plugins: [feature(table)], tolerant: true })
  expect(world.kernel.plugins().find(({ id }) => id === 'feature')?.reason).toMatch(reason)
})
