import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { bell, hot, makeWorld, type World } from '../../test/alerts-world.ts'
import { makeBatches } from './batches.ts'

describe('batches', () => {
  const numbers = Array.from({ length: 60 }, (_, i) => i)

  it('yield 25 items at a time, each once and in order', () => {
    const batches = makeBatches(numbers, { now: () => 0 })
    const taken = [[...batches.next()], [...batches.next()], [...batches.next()], [...batches.next()]]
    expect(taken.map(({ length }) => length)).toEqual([25, 25, 10, 0])
    expect([taken.flat(), batches.remaining]).toEqual([numbers, 0])
  })

  it('yield fewer slow items, but at least one', () => {
    let now = 0
    const batches = makeBatches(numbers, { now: () => now })
    const take = (each: number) => {
      const taken: number[] = []
      for (const one of batches.next()) {
        taken.push(one)
        now += each
      }
      return taken
    }
    expect([take(2), take(1), take(1000), take(-1000).length]).toEqual([[0, 1, 2], [3, 4, 5, 6, 7], [8], 25])
  })

  it('leave items that were not consumed, and skip a full batch', () => {
    const batches = makeBatches(numbers, { now: () => 0 })
    for (const one of batches.next()) if (one === 2) break
    expect(batches.remaining).toBe(57)
    batches.skip()
    expect([...batches.next()][0]).toBe(28)
    for (let i = 0; i < 3; i += 1) batches.skip()
    expect([batches.remaining, [...batches.next()]]).toEqual([0, []])
  })
})

describe('when the whole fleet fires or recovers', () => {
  let world: World
  afterEach(() => world.kernel.close())

  async function fleet(size: number, options?: Parameters<typeof makeWorld>[0]) {
    world = await makeWorld(options)
    return Promise.all(Array.from({ length: size }, (_, i) => world.server(`web-${i}`)))
  }
  const firing = () =>
    world.kernel.database
      .prepare('SELECT count(*) FROM alerts_states WHERE resolved_at IS NULL')
      .pluck()
      .get() as number

  /** The most alerts changed between two turns of the event loop, and the number of firing alerts after the pass. */
  async function pass(seconds = 60) {
    let [previous, largest, finished] = [firing(), 0, false]
    const look = () => {
      const now = firing()
      largest = Math.max(largest, Math.abs(now - previous))
      previous = now
    }
    const running = world.pass(seconds).finally(() => {
      finished = true
    })
    while (!finished) {
      await setImmediate()
      look()
    }
    await running
    return [largest, previous]
  }

  it('a pass yields between batches, for all kinds of rules', async () => {
    const ids = await fleet(60)
    await world.rule()
    for (const id of ids) world.facts.heat.set(id, 99)
    expect(await pass()).toEqual([25, 60])
    for (const id of ids) world.facts.heat.set(id, 1)
    expect(await pass()).toEqual([25, 0])
    await world.rule({ name: 'rung', rules: [bell] })
    for (const id of ids) world.ring(id)
    expect(firing()).toBe(60)
    expect(await pass(700)).toEqual([25, 0])
  })

  it('a pass yields when closing alerts of a plugin that is not running', async () => {
    const ids = await fleet(60)
    await world.rule()
    for (const id of ids) world.facts.heat.set(id, 99)
    await world.pass()
    const { dataDir } = world.kernel
    const before = world
    world = await makeWorld({ dataDir, bare: true, now: before.kernel.clock.now() })
    expect(await pass()).toEqual([25, 0])
    await before.kernel.close()
  })

  it('the write-ahead log stays small', async () => {
    const ids = await fleet(100)
    const conditions = Array.from({ length: 40 }, (_, i) => ({ ...hot, min: i / 10 }))
    for (const condition of conditions) await world.rule({ rules: [condition] })
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const size = () => statSync(join(world.kernel.dataDir, 'svc.db-wal')).size / 1024 / 1024
    expect(size()).toBe(0)
    for (const id of ids) world.facts.heat.set(id, 99)
    await world.pass()
    expect(firing()).toBe(4000)
    expect(size()).toBeLessThan(36)
  })
})
