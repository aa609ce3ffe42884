import { join } from 'node:path'
import { definePlugin } from '@svc/plugin-sdk'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createTestKernel } from '../src/testing.ts'

const probe = definePlugin({
  id: 'probe',
  migrations: [{ name: '001-things', up: (db) => db.exec('CREATE TABLE probe_things (id INTEGER PRIMARY KEY)') }],
  setup: ({ db }) => ({
    routes: async (app) => {
      app.post('/api/things', { config: { access: 'public' } }, () => {
        db.transaction(() => db.exec('INSERT INTO probe_things DEFAULT VALUES'))
        return { data: 'ok' }
      })
    },
  }),
})

it('a request answers 503 while another program holds the write lock, and says when to try again', async () => {
  const kernel = await createTestKernel({ plugins: [probe] })
  const other = new Sqlite(join(kernel.dataDir, 'svc.db'))
  try {
    expect(kernel.database.pragma('busy_timeout', { simple: true })).toBe(250)
    const post = () => kernel.inject({ method: 'POST', url: '/api/things' })
    other.exec('BEGIN IMMEDIATE')
    const refused = await post()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(refused.json().error).toMatchObject({ code: 'DATABASE_BUSY', details: { code: 'kernel.DATABASE_BUSY' } })
    other.exec('ROLLBACK')
    expect((await post()).statusCode).toBe(200)
    expect(kernel.database.prepare('SELECT count(*) FROM probe_things').pluck().get()).toBe(1)
  } finally {
    other.close()
    await kernel.close()
  }
})
