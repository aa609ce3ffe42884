import { statSync } from 'node:fs'
import { join } from 'node:path'
import { definePlugin } from '@svc/plugin-sdk'
import { expect, it } from 'vitest'
import { createTestKernel } from '../src/testing.ts'

it('checkpoints a large write-ahead log, and starts at its beginning', async () => {
  const plugin = definePlugin({
    id: 'bulky',
    migrations: [{ name: '001-a', up: (db) => db.exec('CREATE TABLE bulky_a (x)') }],
    setup: ({ db }) => {
      db.prepare<[Buffer]>('INSERT INTO bulky_a VALUES (?)').run(Buffer.alloc(6 * 1024 * 1024))
      return {}
    },
  })
  const kernel = await createTestKernel({ plugins: [plugin] })
  const size = (file: string) => statSync(join(kernel.dataDir, file)).size
  expect(size('svc.db')).toBeLessThan(1024 * 1024)
  await kernel.clock.advance(5000)
  expect(size('svc.db')).toBeGreaterThan(6 * 1024 * 1024)
  const sizeOfLog = size('svc.db-wal')
  kernel.database.exec(`INSERT INTO bulky_a VALUES (zeroblob(${6 * 1024 * 1024}))`)
  expect(size('svc.db-wal')).toBe(sizeOfLog)
  await kernel.close()
})

it('checkpoints on request of a plugin, only a large one', async () => {
  const write = (megabytes: number) => `INSERT INTO bulky_a VALUES (zeroblob(${megabytes * 1024 * 1024}))`
  const plugin = definePlugin({
    id: 'bulky',
    migrations: [{ name: '001-a', up: (db) => db.exec('CREATE TABLE bulky_a (x)') }],
    setup: ({ db, checkpoint }) => {
      const job = (name: string, megabytes: number) => ({
        ...{ name, every: 1e9 },
        async run() {
          db.exec(write(megabytes))
          await checkpoint()
        },
      })
      return { jobs: [job('Little', 1), job('Much', 8)] }
    },
  })
  const kernel = await createTestKernel({ plugins: [plugin] })
  const size = () => statSync(join(kernel.dataDir, 'svc.db')).size / 1024 / 1024
  await kernel.runJob('Little')
  expect(size()).toBeLessThan(1)
  await kernel.runJob('Much')
  expect(size()).toBeGreaterThan(8)
  await kernel.close()
})

it('checkpoints the writes of the maintenance worker while it runs', async () => {
  const plugin = definePlugin({
    id: 'bulky',
    migrations: [{ name: '001-a', up: (db) => db.exec('CREATE TABLE bulky_a (x)') }],
    setup: ({ offload }) => ({
      jobs: [{ name: 'Fill', every: 1e9, run: () => offload(new URL('./fixtures/bulky.js', import.meta.url), 40) }],
    }),
  })
  const kernel = await createTestKernel({ plugins: [plugin] })
  await kernel.runJob('Fill')
  const size = (file: string) => statSync(join(kernel.dataDir, file)).size / 1024 / 1024
  expect(size('svc.db')).toBeGreaterThan(25)
  expect(size('svc.db-wal')).toBeLessThan(20)
  await kernel.close()
})
