import { describe, expect, it } from 'vitest'
import { roundAt } from '../../test/storage.ts'
import type { PendingRounds } from './rounds-store.ts'
import { chunkSize, makeRoundWriter } from './writer.ts'

function setUp() {
  const written: (readonly PendingRounds[])[] = []
  const planned: { ms: number; run: () => void }[] = []
  const logged: unknown[] = []
  const disk = { isFull: false }
  const log = { error: (...all: unknown[]) => void logged.push(all) }
  const clock = {
    now: () => 0,
    after(ms: number, run: () => void) {
      planned.push({ ms, run })
      return () => void planned.splice(0)
    },
    every: () => () => {},
  }
  const store = {
    write(all: readonly PendingRounds[]) {
      if (disk.isFull) throw new Error('the disk is full')
      // Pending rounds are mutated later.
      written.push(all.map(({ server, series }) => ({ server, series: new Map(series) })))
    },
  }
  const writer = makeRoundWriter({ clock, log: log as never, name: 'Writer', store })
  return { writer, written, planned, logged, disk }
}

describe('the round writer', () => {
  it('writes a few servers at a time by number, spread over the minute', async () => {
    const { writer, written, planned } = setUp()
    const many = chunkSize * 3 + 1
    for (let server = many; server > 0; server--) writer.add(server, 1, roundAt(server, 1, 60))
    await writer.job.run(new AbortController().signal)
    while (planned.length > 0) planned.shift()?.run()
    expect(written.map((all) => all.length)).toEqual([chunkSize, chunkSize, chunkSize, 1])
    expect(written.flat().map(({ server }) => server)).toEqual(Array.from({ length: many }, (_, i) => i + 1))
    await writer.job.run(new AbortController().signal)
    expect(written).toHaveLength(4)
  })

  it('keeps rounds whose write failed, up to a limit, and continues with the others', async () => {
    const { writer, written, planned, logged, disk } = setUp()
    for (let server = 1; server <= chunkSize + 1; server++) writer.add(server, 1, roundAt(server, 1, 60))
    disk.isFull = true
    expect(() => writer.job.run(new AbortController().signal)).toThrow('full')
    planned.shift()?.run()
    expect(logged).toHaveLength(1)
    for (let i = 0; i < 1000; i++) writer.add(1, 1, roundAt(1, 1, 120 + i))
    disk.isFull = false
    writer.close()
    expect(written).toHaveLength(1)
    const [first] = written[0] ?? []
    expect(written[0]).toHaveLength(chunkSize + 1)
    expect(first?.series.get(1)).toHaveLength(240)
    expect(first?.series.get(1)?.at(-1)).toEqual(roundAt(1, 1, 1119))
  })

  it('writes a server before it is read, once, and nothing of deleted series', () => {
    const { writer, written } = setUp()
    for (const server of [1, 2, 3]) for (const series of [1, 2]) writer.add(server, series, roundAt(server, series, 60))
    writer.flush(2)
    writer.flush(2)
    expect(written.flat().map(({ server }) => server)).toEqual([2])
    writer.forgetServer(3)
    writer.forgetSeries(2)
    writer.close()
    expect(written[1]?.map(({ server, series }) => [server, [...series.keys()]])).toEqual([[1, [1]]])
  })
})
