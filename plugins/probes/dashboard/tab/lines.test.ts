import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noon, record } from '../testing/rounds.js'
import { linesOf } from './lines.js'
import { roundsOf } from './round.js'

const lines = (...records: ReturnType<typeof record>[]) => linesOf(roundsOf(records), 60)
const from = (times: readonly number[]) => times.map((time) => time - noon)

describe('the lines of targets', () => {
  it('are whole although every target is probed at a time of its own within the interval', () => {
    const turns = [0, 60, 120, 180].flatMap((at) => [record('a', at), record('b', at + 31), record('c', at + 58)])
    const { times, byTarget } = lines(...turns)
    expect(from(times)).toEqual([0, 60, 120, 180])
    for (const id of ['a', 'b', 'c']) expect(byTarget.get(id)?.latency).toEqual([20, 20, 20, 20])
  })

  it('share the places of rounds of one turn', () => {
    const { times, byTarget } = lines(record('a', 0), record('b', 12), record('b', 59), record('a', 61))
    expect(from(times)).toEqual([0, 59])
    expect(byTarget.get('b')?.latency).toEqual([20, 20])
  })

  it('have a gap where a target was left out, and where all packets were lost', () => {
    const lost = record('a', 60, { avg_latency: null, packet_loss: 1 })
    const { byTarget } = lines(record('a', 0), record('b', 0), lost, record('a', 120), record('b', 120))
    expect(byTarget.get('a')).toEqual({ latency: [20, null, 20], loss: [0, 100, 0] })
    expect(byTarget.get('b')).toEqual({ latency: [20, null, 20], loss: [0, null, 0] })
  })

  it('are connected over one late round, not over two missing ones', () => {
    const { gapAfter } = lines(record('a', 0), record('a', 60))
    expect([gapAfter > 120, gapAfter < 180]).toEqual([true, true])
  })

  it('of a time when rounds were further apart are lines too', () => {
    expect(lines(record('a', 0), record('a', 600), record('a', 1200)).gapAfter).toBeGreaterThan(600)
  })

  it('lose no round, and their times ascend', () => {
    const some = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), second: fc.integer({ min: 0, max: 5000 }) }))
    fc.assert(
      fc.property(some, (list) => {
        const { times, byTarget } = lines(...list.map(({ id, second }) => record(id, second)))
        const drawn = [...byTarget.values()].flatMap(({ latency }) => latency.filter((value) => value !== null))
        expect(drawn).toHaveLength(list.length)
        expect(times).toEqual([...times].sort((a, b) => a - b))
      }),
    )
  })
})
