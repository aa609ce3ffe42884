import { readFileSync } from 'node:fs'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { type Database, definePlugin, type OffloadContext } from '@svc/plugin-sdk'
import { makeBlock } from '@svc/series'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTables, deleteLevels, levelReader, levelWriter, sealLevels } from './levels.ts'

const hour = 500_000
const minute = hour * 60

let kernel: TestKernel
let context: OffloadContext
let logged: unknown[]
let transactions: number
beforeEach(async () => {
  let db: Database | undefined
  const battery = definePlugin({
    id: 'battery',
    migrations: [createTables],
    setup(core) {
      db = core.db
      return {}
    },
  })
  kernel = await createTestKernel({ plugins: [battery] })
  const real = db as unknown as Database
  logged = []
  transactions = 0
  context = {
    db: {
      ...real,
      transaction(fn) {
        transactions += 1
        return real.transaction(fn)
      },
    },
    log: { error: (...all: unknown[]) => void logged.push(...all) } as never,
    signal: new AbortController().signal,
  }
})
afterEach(() => kernel.close())

const write = (number: number, at: number, level: number) => levelWriter(context.db)(number, at, level)
const read = (number: number, from = minute, to = minute + 179) =>
  [...levelReader(context.db, context.log)({ number, from, to }).values()].flatMap((levels) => [...levels])
const counts = () =>
  ['battery_levels', 'battery_sealed_hours'].map((table) =>
    kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )

it('the README contains this example', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(new URL('levels.ts', import.meta.url), 'utf8')}\`\`\`\n`)
})

describe('a series', () => {
  it('is read alike, whether sealed, late or duplicate', async () => {
    for (const at of [3, 61, 125]) for (const number of [1, 2]) write(number, minute + at, number + at / 1000)
    const expected = [3, 61, 125].map((at) => [minute + at, 1 + at / 1000])
    expect(read(1)).toEqual(expected)
    await sealLevels(context, hour + 2)
    expect(counts()).toEqual([2, 4])
    expect(read(1)).toEqual(expected)
    for (const [at, level] of [
      [2, 9],
      [61, 8],
    ] as const)
      write(1, minute + at, level)
    const late = [[minute + 2, 9], expected[0], [minute + 61, 8], expected[2]]
    expect(read(1)).toEqual(late)
    await sealLevels(context, hour + 2)
    expect(counts()).toEqual([2, 4])
    expect(read(1)).toEqual(late)
    expect(logged).toEqual([])
  })

  const replace = (block: Uint8Array) =>
    kernel.database.prepare('UPDATE battery_sealed_hours SET block = ? WHERE id >> 24 = 1').run(block)

  it('has no block that is damaged: it is logged, skipped, and replaced by late rows', async () => {
    for (const number of [1, 2]) write(number, minute, 5)
    await sealLevels(context, hour + 1)
    replace(Buffer.from('damaged'))
    expect(read(1)).toEqual([])
    const where = { table: 'battery_sealed_hours', server_number: 1, hour }
    expect(logged).toEqual([expect.objectContaining(where), 'skipped a block that cannot be read'])
    for (const number of [1, 2]) write(number, minute + 1, 6)
    await sealLevels(context, hour + 1)
    expect(counts()).toEqual([0, 2])
    expect([read(1), read(2)]).toEqual([[[minute + 1, 6]], [...[0, 1].map((at) => [minute + at, 5 + at])]])
  })

  it('keeps a block of another version, with its late rows beside it', async () => {
    for (const number of [1, 2, 3]) write(number, minute, 5)
    await sealLevels(context, hour + 1)
    const other = makeBlock([Uint8Array.of(9)])
    replace(other)
    for (const number of [1, 2, 3]) write(number, minute + 1, 6)
    await sealLevels(context, hour + 1)
    expect(counts()).toEqual([1, 3])
    expect([read(1).length, read(2).length]).toEqual([1, 2])
    expect(kernel.database.prepare('SELECT block FROM battery_sealed_hours WHERE id >> 24 = 1').pluck().get()).toEqual(
      other,
    )
    expect(logged).toContain('failed to seal the rows of a server; they stay')
  })

  it('of a deleted server is deleted in a few transactions, even with rows decades apart', async () => {
    const wrong = minute + 40 * 365 * 1440
    const places = [0, 1, 300, 36_000].map((at) => minute + at)
    for (const at of [...places, wrong]) for (const number of [7, 8]) write(number, at, 1)
    await sealLevels(context, hour + 10)
    transactions = 0
    await deleteLevels(context, 7)
    expect(transactions).toBeLessThan(4)
    const left = (sql: string) => kernel.database.prepare(sql).pluck().all()
    expect(left('SELECT id & 1048575 FROM battery_levels')).toEqual([8, 8])
    expect(left('SELECT id >> 24 FROM battery_sealed_hours')).toEqual([8, 8])
  })
})
