import { createTestKernel } from '@svc/kernel/testing'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { report } from '@svc/protocol/testing'
import { expect, it } from 'vitest'
import { recordConsumers } from './contract.ts'
import metrics from './index.ts'
import { makeFleet } from './testing.ts'

/** Writes the number of each record to a table of its own, and may fail after that. */
const consumer = (id: string, fails: boolean) =>
  definePlugin({
    id,
    migrations: [{ name: '001-seen', up: (db) => db.exec(`CREATE TABLE ${id}_seen (number INTEGER)`) }],
    setup({ db }) {
      const insert = db.prepare<[number]>(`INSERT INTO ${id}_seen VALUES (?)`)
      return {
        contributes: contribute(recordConsumers, {
          plugin: id,
          onRecords(records) {
            for (const { number } of records) insert.run(number)
            if (fails) throw new Error('boom')
          },
        }),
      }
    },
  })

it('a plugin that fails loses its own changes, and neither records nor those of others', async () => {
  const fleet = makeFleet()
  const plugins = [fleet.plugin, metrics, consumer('first', false), consumer('broken', true), consumer('last', false)]
  const kernel = await createTestKernel({ plugins, now: Date.UTC(2026, 4, 1, 12) })
  try {
    fleet.report(fleet.add(7), report())
    await kernel.runJob('RecordWriter')
    const count = (table: string) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect(['metrics_records', 'first_seen', 'broken_seen', 'last_seen'].map(count)).toEqual([1, 1, 0, 1])
    expect(kernel.logs).toContainEqual(expect.objectContaining({ level: 'error', from: 'broken' }))
  } finally {
    await kernel.close()
  }
})
