import { describe, expect, it } from 'vitest'
import { findGaps, type Timeline } from './find-gaps.ts'

const from = 1000
const to = 1029
const at = (minute: number) => (from + minute) * 60

/** Thirty minutes with records except the given ones; the program was always running and watching. */
const gapsFor = (missing: readonly number[], timeline: Partial<Timeline> = {}) =>
  findGaps({
    from,
    to,
    next: to + 1,
    isRecorded: (minute) => !missing.includes(minute - from),
    isWatched: () => true,
    planned: [],
    running: [{ from: 0, to: at(100) }],
    agentStarts: [at(-60)],
    hostStarts: [at(-90)],
    ...timeline,
  }).map((gap) => [gap.from / 60 - from, gap.to / 60 - from, gap.cause])

describe('the cause of a missing minute', () => {
  it('is not determined for minutes with a record', () => {
    expect(gapsFor([])).toEqual([])
  })

  it('is merged for adjacent minutes', () => {
    expect(gapsFor([0, 1, 2, 7, 29])).toEqual([
      [0, 3, 'link_down'],
      [7, 8, 'link_down'],
      [29, 30, 'link_down'],
    ])
  })

  it.each<[string, Partial<Timeline>, unknown]>([
    ['the connection, when the agent ran on', {}, [[10, 13, 'link_down']]],
    ['the agent, when it began after the minute', { agentStarts: [at(-60), at(12) + 10] }, [[10, 13, 'agent_down']]],
    [
      'first the agent, then the connection of a new one',
      { agentStarts: [at(-60), at(11) + 10] },
      [
        [10, 12, 'agent_down'],
        [12, 13, 'link_down'],
      ],
    ],
    [
      'the host if it booted after the minute',
      { agentStarts: [at(12) + 20], hostStarts: [at(12) + 1] },
      [[10, 13, 'host_down']],
    ],
    ['not a host that booted later', { hostStarts: [at(15)] }, [[10, 13, 'link_down']]],
    ['not an agent that started later', { agentStarts: [at(-60), at(14)] }, [[10, 13, 'link_down']]],
    ['unknown if the agent never reported its start', { agentStarts: [] }, [[10, 13, 'unknown']]],
    [
      'this program while it was down and until agents could reconnect',
      {
        running: [
          { from: 0, to: at(10) + 5 },
          { from: at(11), to: at(100) },
        ],
        isWatched: (minute) => minute - from < 10 || minute - from > 12,
      },
      [[10, 13, 'server_down']],
    ],
    [
      'this plugin if the program ran without it',
      { isWatched: (minute) => minute - from < 9 || minute - from > 11 },
      [
        [10, 12, 'plugin_disabled'],
        [12, 13, 'link_down'],
      ],
    ],
    [
      'not this plugin in its last minute, which could not be marked',
      { isWatched: (minute) => minute - from < 12 },
      [[10, 13, 'link_down']],
    ],
    [
      'a planned outage before any other cause',
      { planned: [{ from: at(11) + 30, to: at(12) + 30 }], running: [], isWatched: () => false },
      [
        [10, 11, 'server_down'],
        [11, 13, 'maintenance'],
      ],
    ],
    ['not this program if it was watching and only its runs are unknown', { running: [] }, [[10, 13, 'link_down']]],
  ])('is %s', (_, timeline, expected) => expect(gapsFor([10, 11, 12], timeline)).toEqual(expected))

  it('is unknown without a later report', () => {
    expect(gapsFor([28, 29], { next: undefined, agentStarts: [at(-60), at(29) + 30] })).toEqual([[28, 30, 'unknown']])
  })

  it('is derived from the next report, even after the range', () => {
    expect(gapsFor([28, 29], { next: from + 35, hostStarts: [at(34)] })).toEqual([[28, 30, 'host_down']])
  })

  it('is that of the whole outage', () => {
    expect(
      gapsFor([5, 6, 15, 16, 25], { agentStarts: [at(-60), at(16) + 30], hostStarts: [at(-90), at(25) + 40] }),
    ).toEqual([
      [5, 7, 'link_down'],
      [15, 17, 'agent_down'],
      [25, 26, 'host_down'],
    ])
  })
})
