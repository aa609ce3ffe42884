import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noon, record } from '../testing/rounds.ts'
import { linesOf } from './lines.ts'
import { roundsOf } from './round.ts'

const lines = (...records: ReturnType<typeof record>[]) => linesOf(roundsOf(records), 60)
const from = (times: readonly number[]) => times.map((time) => time - noon)

describe('the lines of targets', () => {
  it('have no gaps although targets are probed at different times of the interval', () => {
    const turns = [0, 60, 120, 180].flatMap((at) => [record('a', at), record('b', at + 31), record('c', at + 58)])
    const { times, byTarget } = lines(...turns)
    expect(from(times)).toEqual([0, 60, 120, 180])
    for (const id of ['a', 'b', 'c']) expect(byTarget.get(id)?.latency).toEqual([20, 20, 20, 20])
  })

  it('share the points of rounds of the same interval', () => {
    const { times, byTarget } = lines(record('a', 0), record('b', 12), record('b', 59), record('a', 61))
    expect(from(times)).toEqual([0, 59])
    expect(byTarget.get('b')?.latency).toEqual([20, 20])
  })

  it('have no gap when a round is early or late at the edge of an interval', () => {
    const late = [59, 121, 179, 241, 299].map((at) => record('b', at))
    const { times, byTarget } = lines(...[0, 60, 120, 180, 240, 300].map((at) => record('a', at)), ...late)
    const { latency = [], loss = [] } = byTarget.get('b') ?? {}
    expect(latency.filter((value) => typeof value === 'number')).toHaveLength(5)
    const within = (values: typeof latency) =>
      values.slice(
        values.findIndex((value) => typeof value === 'number'),
        values.findLastIndex((value) => typeof value === 'number'),
      )
    expect([within(latency).includes(null), within(loss).includes(null)]).toEqual([false, false])
    expect(latency).toHaveLength(times.length)
  })

  it('have no gap with any jitter, as long as no round is missing', () => {
    const jitter = fc.array(fc.integer({ min: -7, max: 7 }), { minLength: 20, maxLength: 20 })
    const some = fc.array(fc.record({ phase: fc.integer({ min: 7, max: 67 }), jitter }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(some, (targets) => {
        const records = targets.flatMap(({ phase, jitter }, id) =>
          jitter.map((by, turn) => record(`t${id}`, turn * 60 + phase + by)),
        )
        for (const { latency } of lines(...records).byTarget.values()) {
          const known = latency.map((value, at) => (typeof value === 'number' ? at : -1)).filter((at) => at >= 0)
          expect(known).toHaveLength(20)
          expect(latency.slice(known[0], (known.at(-1) ?? 0) + 1)).not.toContain(null)
        }
      }),
    )
  })

  it('have a gap where a target was skipped, and where all packets were lost', () => {
    const lost = record('a', 60, { avg_latency: null, packet_loss: 1 })
    const { byTarget } = lines(record('a', 0), record('b', 0), lost, record('a', 120), record('b', 120))
    expect(byTarget.get('a')).toEqual({ latency: [20, null, 20], loss: [0, 100, 0] })
    expect(byTarget.get('b')).toEqual({ latency: [20, null, 20], loss: [0, null, 0] })
  })

  it('are connected over one late round, not over two missing ones', () => {
    const { gapAfter } = lines(record('a', 0), record('a', 60))
    expect([gapAfter > 120, gapAfter < 180]).toEqual([true, true])
  })

  it('have no gaps where the interval used to be longer', () => {
    expect(lines(record('a', 0), record('a', 600), record('a', 1200)).gapAfter).toBeGreaterThan(600)
  })

  it('contain every round, with ascending times', () => {
    const some = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), second: fc.integer({ min: 0, max: 5000 }) }))
    fc.assert(
      fc.property(some, (list) => {
        const { times, byTarget } = lines(...list.map(({ id, second }) => record(id, second)))
        const drawn = [...byTarget.values()].flatMap(({ latency }) =>
          latency.filter((value) => typeof value === 'number'),
        )
        expect(drawn).toHaveLength(list.length)
        expect(times).toEqual([...times].sort((a, b) => a - b))
      }),
    )
  })
})
