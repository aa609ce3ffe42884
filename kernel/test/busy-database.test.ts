import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
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
      const add = db.prepare('INSERT INTO probe_things DEFAULT VALUES RETURNING id')
      app.post('/api/statements', { config: { access: 'public' } }, () => {
        add.get()
        add.run()
        add.all()
        return { data: 'ok' }
      })
    },
  }),
})

it('a request answers 503 while another program holds the write lock, and says when to try again', async () => {
  const kernel = await createTestKernel({ plugins: [probe] })
  const other = new Sqlite(join(kernel.dataDir, 'svc.db'))
  try {
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

/** Holds the write lock for 20 ms, again and again, with a millisecond between. */
const busyThread = `
  const { parentPort, workerData } = require('node:worker_threads')
  const db = new (require(workerData.sqlite))(workerData.file)
  const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  for (let turn = 0; ; turn++) {
    db.exec('BEGIN IMMEDIATE')
    if (turn === 0) parentPort.postMessage('locked')
    sleep(20)
    db.exec('COMMIT')
    sleep(1)
  }
`

it('requests write between the short transactions of another connection', async () => {
  const kernel = await createTestKernel({ plugins: [probe] })
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
  const workerData = { sqlite, file: join(kernel.dataDir, 'svc.db') }
  const worker = new Worker(busyThread, { eval: true, workerData })
  try {
    await new Promise((resolve) => worker.once('message', resolve))
    for (let turn = 0; turn < 5; turn++) {
      for (const url of ['/api/things', '/api/statements']) {
        expect((await kernel.inject({ method: 'POST', url })).statusCode).toBe(200)
      }
    }
    expect(kernel.database.prepare('SELECT count(*) FROM probe_things').pluck().get()).toBe(20)
  } finally {
    await worker.terminate()
    await kernel.close()
  }
})
