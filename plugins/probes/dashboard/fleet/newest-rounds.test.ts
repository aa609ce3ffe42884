import { describe, expect, it } from 'vitest'
import { at, overview, record, summary } from '../testing/rounds.ts'
import { type NewestRounds, upToDate, withUpdate } from './newest-rounds.ts'

const none: NewestRounds = new Map()
const live = (...results: ReturnType<typeof record>[]) => withUpdate(none, { server_id: 's', results })

describe('a server and its live rounds', () => {
  it('takes over a newer round', () => {
    const server = overview([summary(), summary({ target_id: 'other' })])
    const lost = record('t', 60, { avg_latency: null, packet_loss: 1 })
    const fresh = upToDate(server, live(lost))
    expect(fresh.targets[0]).toMatchObject({ last_latency: null, last_loss: 1, last_probe_at: at(60) })
    expect(fresh.targets[1]).toBe(server.targets[1])
    expect(fresh.last_probe_at).toBe(at(60))
  })

  it('keeps a record that is newer than the live round', () => {
    const server = overview([summary()])
    expect(upToDate(server, live(record('t', -60)))).toBe(server)
  })

  it('adds the first round of a target', () => {
    const server = overview([summary({ last_probe_at: null, last_latency: null, last_loss: null })])
    expect(upToDate(server, live(record('t', 0))).targets[0]).toMatchObject({ last_latency: 20, last_loss: 0 })
  })

  it('is the same object without a newer round', () => {
    const server = overview([summary()])
    const rounds = live(record('t', 60))
    const once = upToDate(server, rounds)
    const others = withUpdate(rounds, { server_id: 'another', results: [record('t', 60)] })
    expect(upToDate(server, others)).toBe(once)
    expect(upToDate(overview([summary()], { server_id: 'third' }), others).server_id).toBe('third')
  })

  it('takes the newest of several rounds in any order', () => {
    const rounds = live(record('t', 90, { avg_latency: 9 }), record('t', 60, { avg_latency: 6 }))
    expect(upToDate(overview([summary()]), rounds).targets[0]?.last_latency).toBe(9)
  })
})
