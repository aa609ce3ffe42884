import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { bell, hot, makeWorld, type World } from '../../test/alerts-world.ts'
import { makeSlices } from './slices.ts'

describe('a list in slices', () => {
  const numbers = Array.from({ length: 60 }, (_, i) => i)

  it('is taken 25 at a time, each once and in order', () => {
    const slices = makeSlices(numbers, { now: () => 0 })
    const taken = [[...slices.next()], [...slices.next()], [...slices.next()], [...slices.next()]]
    expect(taken.map(({ length }) => length)).toEqual([25, 25, 10, 0])
    expect([taken.flat(), slices.left]).toEqual([numbers, 0])
  })

  it('gives less when each takes long, and one in any case', () => {
    let now = 0
    const slices = makeSlices(numbers, { now: () => now })
    const take = (each: number) => {
      const taken: number[] = []
      for (const one of slices.next()) {
        taken.push(one)
        now += each
      }
      return taken
    }
    expect([take(2), take(1), take(1000), take(-1000).length]).toEqual([[0, 1, 2], [3, 4, 5, 6, 7], [8], 25])
  })

  it('leaves what was not asked for, and skips as much as a slice has', () => {
    const slices = makeSlices(numbers, { now: () => 0 })
    for (const one of slices.next()) if (one === 2) break
    expect(slices.left).toBe(57)
    slices.skip()
    expect([...slices.next()][0]).toBe(28)
    for (let i = 0; i < 3; i += 1) slices.skip()
    expect([slices.left, [...slices.next()]]).toEqual([0, []])
  })
})

describe('when a fleet fires or recovers at once', () => {
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

  /** By how many alerts a pass changed at most without anybody else's turn, and how many fire now. */
  async function pass(seconds = 60) {
    let [known, most, over] = [firing(), 0, false]
    const look = () => {
      const now = firing()
      most = Math.max(most, Math.abs(now - known))
      known = now
    }
    const running = world.pass(seconds).finally(() => {
      over = true
    })
    while (!over) {
      await setImmediate()
      look()
    }
    await running
    return [most, known]
  }

  it('others have their turn between, whatever kind of rule it is', async () => {
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

  it('and so it is when the plugin that knew a type is gone', async () => {
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

  it('the write-ahead log does not grow with it', async () => {
    const ids = await fleet(100)
    const conditions = Array.from({ length: 100 }, (_, i) => ({ ...hot, min: i / 10 }))
    for (const condition of conditions) await world.rule({ rules: [condition] })
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const size = () => statSync(join(world.kernel.dataDir, 'svc.db-wal')).size / 1024 / 1024
    expect(size()).toBe(0)
    for (const id of ids) world.facts.heat.set(id, 99)
    await world.pass()
    expect(firing()).toBe(10_000)
    expect(size()).toBeLessThan(50)
  })
})
