import { describe, expect, it } from 'vitest'
import { roundAt } from '../../test/storage.ts'
import { makeLiveUpdates } from './live-updates.ts'

function setUp(viewers = 1) {
  const planned: { ms: number; run: () => void }[] = []
  const sent: { server_id: string; results: unknown[] }[] = []
  const clock = {
    after(ms: number, run: () => void) {
      planned.push({ ms, run })
      return () => void planned.splice(0)
    },
  }
  const live = { viewers: () => viewers, broadcast: (_: unknown, payload: never) => void sent.push(payload) }
  return { liveUpdates: makeLiveUpdates({ clock, live }), planned, sent }
}

describe('live updates', () => {
  it('are one message per server and batch, with a delay that grows with the fleet', () => {
    const { liveUpdates, planned, sent } = setUp()
    const fleet = 200
    const measure = () => {
      for (let i = 0; i < fleet * 3; i++) liveUpdates.add(`server-${i % fleet}`, `target-${i}`, roundAt(1, 1, i))
    }
    measure()
    expect(planned.map(({ ms }) => ms)).toEqual([1000])
    planned.shift()?.run()
    expect(sent).toHaveLength(fleet)
    expect(sent.every(({ results }) => results.length === 3)).toBe(true)
    measure()
    // 50 messages per second
    expect(planned.map(({ ms }) => ms)).toEqual([4000])
  })

  it('are not sent without viewers', () => {
    const { liveUpdates, planned } = setUp(0)
    liveUpdates.add('server-1', 'target-1', roundAt(1, 1, 1))
    expect(planned).toEqual([])
  })
})
