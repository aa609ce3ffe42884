import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { addServer, claimServer } from '@svc/plugin-enrollment/testing'
import type { Database } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { packKey, packPeriod, sealBatch } from '@svc/series'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { figures } from './contract.ts'
import { type Hour, joinHours, openHour, sealHour } from './hour-code.ts'
import plugin from './index.ts'
import { stepOf } from './routes.ts'
import { hourSealing } from './seal-worker.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })

const plugins = [system, enrollment, plugin]
const noon = Date.UTC(2026, 4, 1, 12) / 1000
const [hour, minute] = [noon / 3600, noon / 60]

let kernel: TestKernel
let dataDir: string
const open = async () => {
  kernel = await createTestKernel({ plugins, dataDir, now: noon * 1000, config: { retention: { figures_days: 2 } } })
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-figures-'))
  await open()
})
afterEach(async () => {
  await kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Reports at a time in seconds and writes it at once. */
async function report(id: string, at: number, values: Readonly<Record<string, number>>) {
  kernel.clock.set(at * 1000)
  const all = Object.entries(values).map(([name, value]) => ({ name, value, unit: '', kind: 'gauge' as const }))
  kernel.service(figures).report(id, all)
  await history(id, 'a')
}
async function history(id: string, name: string, from = noon - 7200, to = noon + 7200): Promise<[number, number][]> {
  const query = { name, from: new Date(from * 1000).toISOString(), to: new Date(to * 1000).toISOString() }
  const { data } = (await kernel.as('admin').inject({ url: `/api/servers/${id}/figures/history`, query })).json()
  return data.points
}
const count = (table: string) => kernel.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
const stored = () => ['figures_minutes', 'figures_sealed_hours'].map(count)
const seal = async (at = noon + 120) => {
  kernel.clock.set(at * 1000)
  await kernel.runJob('FigureSealer')
}

describe('stored figures', () => {
  it('are a row per minute, sealed to a block per hour of a server, and read alike, late ones too', async () => {
    const [web, db] = [(await claimServer(kernel, 'web')).id, (await claimServer(kernel, 'db')).id]
    for (const at of [-3600, -60, 0])
      for (const id of [web, db]) await report(id, noon + at, { a: at, b: at / 7, [`only_${at + 3600}`]: 1 })
    expect(stored()).toEqual([6, 0])
    const expected = [-3600, -60, 0].map((at) => [noon + at, at])
    expect(await history(web, 'a')).toEqual(expected)
    await seal()
    expect(stored()).toEqual([2, 2])
    expect(await history(web, 'a')).toEqual(expected)
    expect(await history(db, 'b')).toEqual(expected.map(([at, value = 0]) => [at, value / 7]))
    expect(await history(web, 'only_3540')).toEqual([[noon - 60, 1]])

    // A minute that is sealed gets a late part, and its hour a late minute.
    await report(web, noon - 60, { a: -20 })
    await report(web, noon - 50, { a: 50 })
    await report(web, noon - 120, { a: 7 })
    const late = [expected[0], [noon - 120, 7], [noon - 60, -10], expected[2]]
    expect(await history(web, 'a')).toEqual(late)
    await seal()
    expect(stored()).toEqual([2, 2])
    expect(await history(web, 'a')).toEqual(late)
    expect(await history(web, 'b')).toEqual(await history(db, 'b'))
  })

  it('of a minute with a restart in it are the mean of all reports', async () => {
    const { id } = await claimServer(kernel, 'web')
    for (const value of [1, 2, 3]) await report(id, noon, { a: value })
    kernel.service(figures).report(id, [{ name: 'a', value: 4, unit: '', kind: 'gauge' }])
    await kernel.close()
    await open()
    await report(id, noon + 30, { a: 10 })
    expect(stored()).toEqual([1, 0])
    expect(await history(id, 'a')).toEqual([[noon, 4]])
  })

  it('of long ranges are the means of at most 600 steps', async () => {
    const { id } = await claimServer(kernel, 'web')
    for (const [i, value] of [1, 2, 6].entries()) await report(id, noon + i * 60, { a: value })
    await report(id, noon + 86_400, { a: 5 })
    await seal(noon + 90_000)
    expect(stored()).toEqual([0, 2])
    expect(await history(id, 'a', noon - 1, noon + 108_000 - 1)).toEqual([
      [noon, 3],
      [noon + 86_400, 5],
    ])
    expect(await history(id, 'a', noon + 60, noon + 120)).toEqual([[noon + 60, 2]])
  })

  it('are never of more steps, wherever a range begins', () => {
    const ranges = fc.record({ from: fc.integer({ min: noon, max: noon + 100_000 }), length: fc.nat(30_000_000) })
    fc.assert(
      fc.property(ranges, ({ from, length }) => {
        const to = from + length + 1
        const step = stepOf({ from, to })
        expect(Math.floor((to - 1) / step) - Math.floor(from / step)).toBeLessThan(600)
      }),
    )
  })

  it('that are damaged are skipped and logged, and replaced by late ones', async () => {
    const { id } = await claimServer(kernel, 'web')
    for (const at of [-3660, -60]) await report(id, noon + at, { a: at })
    await seal()
    kernel.database.prepare("UPDATE figures_sealed_hours SET block = x'0102' WHERE hour = ?").run(hour - 1)
    expect(await history(id, 'a')).toEqual([[noon - 3660, -3660]])
    expect(kernel.logs).toContainEqual(
      expect.objectContaining({ table: 'figures_sealed_hours', msg: 'skipped a block that cannot be read' }),
    )
    await report(id, noon - 30, { a: 8 })
    await seal()
    expect(stored()).toEqual([0, 2])
    expect(await history(id, 'a')).toEqual([
      [noon - 3660, -3660],
      [noon - 60, 8],
    ])
  })

  it('are rows or a block when sealing ends midway or others write meanwhile', async () => {
    const { id } = await claimServer(kernel, 'web')
    for (const at of [-120, -60]) await report(id, noon + at, { a: at })
    const before = await history(id, 'a')
    const { database } = kernel
    const db = (onTransaction: () => void, onCommit: () => void): Database => ({
      prepare: (sql: string) => database.prepare(sql) as never,
      exec: (sql) => void database.exec(sql),
      afterCommit: (fn) => fn(),
      transaction(fn) {
        onTransaction()
        return database
          .transaction(() => {
            const done = fn()
            onCommit()
            return done
          })
          .immediate()
      },
    })
    const number = database.prepare('SELECT id & 1048575 FROM figures_minutes').pluck().get() as number
    const batch = { servers: [number], from: 0, most: 1, period: hour - 1 }
    const sealWith = (on: Database) => sealBatch(on, hourSealing(on, { error() {} }), batch)
    const crash = () => {
      throw new Error('power cut')
    }
    expect(() => sealWith(db(() => {}, crash))).toThrow('power cut')
    expect(stored()).toEqual([2, 0])
    const late = () =>
      database
        .prepare('INSERT INTO figures_minutes SELECT ?, block FROM figures_minutes LIMIT 1')
        .run(packKey(minute - 30, number))
    expect(sealWith(db(late, () => {}))).toBe(0)
    expect(stored()).toEqual([3, 0])
    database.prepare('DELETE FROM figures_minutes WHERE id >> 20 = ?').run(minute - 30)
    await seal()
    expect(stored()).toEqual([0, 1])
    expect(await history(id, 'a')).toEqual(before)
  })

  it('of a deleted server are deleted, and of no other', async () => {
    const [web, db] = [(await claimServer(kernel, 'web')).id, (await claimServer(kernel, 'db')).id]
    for (const at of [-60, 0]) for (const id of [web, db]) await report(id, noon + at, { a: at })
    await seal()
    expect([...stored(), count('figures_series')]).toEqual([2, 2, 2])
    kernel.service(figures).report(web, [{ name: 'a', value: 1, unit: '', kind: 'gauge' }])
    await kernel.as('admin').inject({ method: 'DELETE', url: `/api/servers/${web}` })
    await vi.waitFor(() => expect(stored()).toEqual([1, 1]), 20_000)
    kernel.service(figures).report(web, [{ name: 'a', value: 1, unit: '', kind: 'gauge' }])
    await kernel.clock.advance(60_000)
    await kernel.runJob('FigureWriter')
    expect([...stored(), count('figures_series')]).toEqual([1, 1, 1])
    expect(await history(db, 'a')).toEqual([
      [noon - 60, -60],
      [noon, 0],
    ])
  })

  it('of a figure that gave way do not come back with its name', async () => {
    const { id } = await claimServer(kernel, 'web')
    const others = (at: number) =>
      report(id, at, Object.fromEntries(Array.from({ length: 63 }, (_, i) => [`n${i}`, at])))
    await report(id, noon - 60, { a: 1 })
    await others(noon - 60)
    await seal()
    await others(noon + 86_400)
    await report(id, noon + 86_400, { more: 1 })
    expect(await history(id, 'a')).toEqual([])
    await others(noon + 2 * 86_400)
    await report(id, noon + 2 * 86_400, { a: 3 })
    expect(await history(id, 'a', noon - 60, noon + 3 * 86_400)).toEqual([[noon + 2 * 86_400, 3]])
    expect(await history(id, 'n0')).toEqual([[noon - 60, noon - 60]])
  })

  it('are deleted after their configured days', async () => {
    const row = kernel.database.prepare("INSERT INTO figures_minutes VALUES (?, x'01')")
    const block = kernel.database.prepare("INSERT INTO figures_sealed_hours VALUES (?, ?, x'01')")
    for (const past of [0, 1]) {
      row.run(packKey(minute - 2880 - past, 7))
      block.run(packPeriod(7, hour - 48 - past), hour - 48 - past)
    }
    await kernel.runJob('Cleanup')
    const left = (table: string) => kernel.database.prepare(`SELECT id FROM ${table}`).pluck().all()
    expect(left('figures_minutes')).toEqual([packKey(minute - 2880, 7)])
    expect(left('figures_sealed_hours')).toEqual([packPeriod(7, hour - 48)])
  })

  it('are written a few servers at a time, spread over the next minute', async () => {
    const servers: string[] = []
    for (let i = 0; i < 21; i++) servers.push((await addServer(kernel, `host-${i}`)).id)
    for (const id of servers) kernel.service(figures).report(id, [{ name: 'a', value: 1, unit: '', kind: 'gauge' }])
    await kernel.runJob('FigureWriter')
    expect(stored()).toEqual([0, 0])
    kernel.clock.set((noon + 60) * 1000)
    await kernel.runJob('FigureWriter')
    const written = [stored()[0]]
    for (let i = 0; i < 3; i++) {
      await kernel.clock.advance(15_000)
      written.push(stored()[0])
    }
    expect(written.at(0)).toBe(10)
    expect(written.at(-1)).toBe(21)
  })
})

describe('the code of an hour', () => {
  const value = fc.oneof(fc.nat(1000), fc.double({ noNaN: true }))
  const minutes = fc.dictionary(fc.nat(59).map(String), fc.record({ value, count: fc.integer({ min: 1, max: 90 }) }))
  const hours = fc
    .array(fc.tuple(fc.nat(2 ** 40), minutes), { maxLength: 8 })
    .map((all): Hour => new Map(all.map(([id, of]) => [id, new Map(Object.entries(of).map(([m, one]) => [+m, one]))])))

  it('loses nothing, and opens one series without the others', () => {
    fc.assert(
      fc.property(hours, (given) => {
        const block = sealHour(given)
        expect(openHour(block)).toEqual(given)
        for (const [id, means] of given) expect(openHour(block, id)).toEqual(new Map([[id, means]]))
        expect(openHour(block, -1)).toEqual(new Map())
      }),
    )
  })

  it('takes a few bytes per minute of usual figures', () => {
    const usual = new Map(
      [0, 1, 2, 3].map((id) => [
        id,
        new Map(Array.from({ length: 60 }, (_, i) => [i, { value: 500 + ((i * 7919 * id) % 30), count: 12 }])),
      ]),
    )
    expect(sealHour(usual).length / 240).toBeLessThan(1.2)
  })

  it('joins the parts of a minute by how many reports they are the mean of', () => {
    const part = (value: number, count: number): Hour => new Map([[1, new Map([[5, { value, count }]])]])
    expect(joinHours([part(2, 3), part(10, 1), new Map()])).toEqual(part(4, 4))
  })
})
