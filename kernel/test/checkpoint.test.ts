import { statSync } from 'node:fs'
import { join } from 'node:path'
import { definePlugin } from '@svc/plugin-sdk'
import { expect, it } from 'vitest'
import { createTestKernel } from '../src/testing.js'

it('moves a long write-ahead log into the database', async () => {
  const plugin = definePlugin({
    id: 'bulky',
    migrations: [{ name: '001-a', up: (db) => db.exec('CREATE TABLE bulky_a (x)') }],
    setup: ({ db }) => {
      db.prepare<[Buffer]>('INSERT INTO bulky_a VALUES (?)').run(Buffer.alloc(6 * 1024 * 1024))
      return {}
    },
  })
  const kernel = await createTestKernel({ plugins: [plugin] })
  const size = () => statSync(join(kernel.dataDir, 'svc.db')).size
  expect(size()).toBeLessThan(1024 * 1024)
  await kernel.clock.advance(15_000)
  expect(size()).toBeGreaterThan(6 * 1024 * 1024)
  await kernel.close()
})
