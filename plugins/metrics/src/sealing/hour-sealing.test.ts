import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import type { Database } from '@svc/plugin-sdk'
import { report } from '@svc/protocol/testing'
import { makeBlock, packKey, sealBatch } from '@svc/series'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import metrics from '../index.ts'
import { recordsStore } from '../records-store.ts'
import { databaseOf, makeFleet } from '../testing.ts'
import { hourSealing, maxServers, maxTextLength } from './hour-sealing.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const hour = noon / 3_600_000 - 1

let kernel: TestKernel
let other: TestKernel['database']
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics], now: noon })
  other = new (kernel.database.constructor as new (file: string) => TestKernel['database'])(kernel.database.name)
})
afterEach(async () => {
  other.close()
  await kernel.close()
})

const count = (table: string) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

/** Writes some minutes per server, optionally with large reports. */
function fill(numbers: readonly number[], disks = 0) {
  const disk_io = Array.from({ length: disks }, (_, i) => ({
    name: `${'x'.repeat(120)}${i}`,
    read_bytes_per_sec: i,
    write_bytes_per_sec: i,
  }))
  const records = numbers.flatMap((number) =>
    Array.from({ length: 60 }, (_, i) => ({
      serverId: `server-${number}`,
      number,
      minute: hour * 60 + i,
      report: report({ disk_io }),
    })),
  )
  recordsStore(databaseOf(kernel)).write(records)
}

/** Runs a callback between preparing and beginning a transaction. */
const before = (act: () => void): Database => {
  const db = databaseOf(kernel)
  return {
    ...db,
    transaction: (fn) => {
      act()
      return db.transaction(fn)
    },
  }
}

const log = { error() {} }
const sealing = (db: Database) => {
  const store = hourSealing(db, { log, isSummarized: () => true })
  return {
    seal: (servers: readonly number[], from: number, most = maxServers) =>
      sealBatch(db, store, { servers, from, most, period: hour }),
  }
}
const someServers = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

describe('a sealing transaction', () => {
  it('is limited in servers', () => {
    const numbers = someServers(maxServers + 5)
    fill(numbers)
    const store = sealing(databaseOf(kernel))
    expect(store.seal(numbers, 0)).toBe(maxServers)
    expect(count('metrics_records')).toBe(5 * 60)
    expect(store.seal(numbers, maxServers)).toBe(5)
    expect([count('metrics_records'), count('metrics_sealed_hours')]).toEqual([0, maxServers + 5])
  })

  it('is limited in text size', () => {
    const numbers = someServers(4)
    fill(numbers, 256)
    const text = kernel.database.prepare('SELECT sum(length(disk_io_json)) / 4 FROM metrics_records').pluck().get()
    expect(text).toBeGreaterThan(maxTextLength)
    expect(sealing(databaseOf(kernel)).seal(numbers, 0)).toBe(1)
  })

  it('builds blocks before it begins, and changes nothing after a concurrent write', () => {
    const numbers = someServers(3)
    fill(numbers)
    const late = before(() =>
      other.prepare('UPDATE metrics_records SET cpu = 99 WHERE id = ?').run(packKey(hour * 60, 2)),
    )
    const store = sealing(late)
    expect(store.seal(numbers, 0)).toBe(0)
    expect([count('metrics_records'), count('metrics_sealed_hours')]).toEqual([180, 0])
    expect(store.seal(numbers, 0, 1)).toBe(1)
    expect([count('metrics_records'), count('metrics_sealed_hours')]).toEqual([120, 1])
  })

  it('never builds a block while writers wait, not even for a single server', () => {
    fill([1, 2])
    let isOpen = false
    const read: boolean[] = []
    const db = before(() =>
      other.prepare('UPDATE metrics_records SET cpu = 99 WHERE id = ?').run(packKey(hour * 60, 2)),
    )
    const watched: Database = {
      ...db,
      prepare(sql: string) {
        const statement = db.prepare(sql)
        if (!sql.startsWith('SELECT block FROM metrics_sealed_hours')) return statement as never
        // building a block reads the sealed one
        const get = () => void read.push(isOpen)
        return { get } as never
      },
      transaction: (fn) =>
        db.transaction(() => {
          isOpen = true
          try {
            return fn()
          } finally {
            isOpen = false
          }
        }),
    }
    expect(sealing(watched).seal([1], 0, 1)).toBe(1)
    expect(read).toEqual([false])
    expect([count('metrics_records'), count('metrics_sealed_hours')]).toEqual([60, 1])
  })

  it('restarts after a concurrent write to a single server', () => {
    fill([1])
    const late = before(() =>
      other.prepare('UPDATE metrics_records SET cpu = 99 WHERE id = ?').run(packKey(hour * 60, 1)),
    )
    const store = sealing(late)
    expect(store.seal([1], 0, 1)).toBe(0)
    expect([count('metrics_records'), count('metrics_sealed_hours')]).toEqual([60, 0])
    expect(store.seal([1], 0, 1)).toBe(1)
    expect([count('metrics_records'), count('metrics_sealed_hours')]).toEqual([0, 1])
  })

  it('deletes no rows of a server added between two others after counting', () => {
    fill([1, 2, 3])
    expect(sealing(databaseOf(kernel)).seal([1, 3], 0)).toBe(0)
    expect([count('metrics_records'), count('metrics_sealed_hours')]).toEqual([180, 0])
  })

  it('keeps the rows of a server with a block of another version, and deletes its neighbors’', () => {
    const numbers = someServers(5)
    fill(numbers)
    const store = sealing(databaseOf(kernel))
    expect(store.seal(numbers, 2, 1)).toBe(1)
    kernel.database.prepare('UPDATE metrics_sealed_hours SET block = ?').run(makeBlock([Uint8Array.of(9)]))
    fill([3])
    expect(store.seal(numbers, 0)).toBe(5)
    const left = kernel.database.prepare('SELECT DISTINCT id & 1048575 FROM metrics_records').pluck().all()
    expect(left).toEqual([3])
    expect(count('metrics_sealed_hours')).toBe(5)
  })
})
