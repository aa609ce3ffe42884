import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MinuteSet, minutesPerDay, noMinutes } from './minute-set.ts'
import { uptimeDays } from './uptime-days.ts'

const first = 20_000

/** A timeline of three days: `#` up, `.` down, space: not watched. */
const timeline = (text: string) => {
  const online = new Map<number, MinuteSet>()
  const watched = new Map<number, MinuteSet>()
  const put = (into: Map<number, MinuteSet>, at: number) => {
    const day = first + Math.floor(at / minutesPerDay)
    const set = into.get(day) ?? noMinutes()
    set[at % minutesPerDay] = 1
    into.set(day, set)
  }
  for (const [at, state] of [...text].entries()) {
    if (state === '#') put(online, at)
    if (state !== ' ') put(watched, at)
  }
  return { online, watched, since: 0 }
}
const repeat = (state: string, minutes: number) => state.repeat(minutes)
const shown = (text: string, since = 0) =>
  uptimeDays({ ...timeline(text), since: first * minutesPerDay + since }, first, first + 2).map(
    ({ online, total, incidents }) => [online, total, incidents],
  )

describe('daily uptime', () => {
  it.each([
    ['a day that is up', repeat('#', 1440), [1440, 1440, 0]],
    ['a day that is half over', repeat('#', 720), [720, 720, 0]],
    ['one missing minute, which is no incident', `${repeat('#', 100)}.${repeat('#', 100)}`, [200, 201, 0]],
    ['two missing minutes', `${repeat('#', 100)}..${repeat('#', 100)}`, [200, 202, 1]],
    ['an outage that goes on', `${repeat('#', 100)}${repeat('.', 50)}`, [100, 150, 1]],
    ['a server that never was there', repeat('.', 90), [0, 90, 0]],
    ['an outage of the program itself', `${repeat('#', 100)}${repeat(' ', 50)}${repeat('#', 10)}`, [110, 110, 0]],
    ['one within that of a host', `#..${repeat(' ', 50)}.#`, [2, 5, 1]],
    ['two single minutes around it, which are one outage', `#.${repeat(' ', 50)}.#`, [2, 4, 1]],
    ['a day without data', '', [0, 0, 0]],
  ])('tells of %s', (_, text, expected) => expect(shown(text)[0]).toEqual(expected))

  it('begins with the minute the server was added', () => {
    expect(shown(`${repeat('.', 50)}#${repeat('.', 9)}`, 45)[0]).toEqual([1, 15, 1])
    // the agent may be online in the first, partial minute
    expect(shown(`${repeat('.', 44)}##`, 45)[0]).toEqual([2, 2, 0])
  })

  it('counts an outage across midnight once', () => {
    expect(shown(`${repeat('#', 1439)}.${repeat('.', 5)}#`).map(([, , incidents]) => incidents)).toEqual([0, 1, 0])
    expect(shown(`${repeat('#', 1438)}..${repeat('.', 1440)}#`).map(([, , incidents]) => incidents)).toEqual([1, 0, 0])
  })

  it('agrees with a text-based reference implementation', () => {
    const states = fc.constantFrom('#', '#', '.', ' ')
    const runs = fc.array(fc.tuple(states, fc.integer({ min: 1, max: 400 })), { maxLength: 40 })
    fc.assert(
      fc.property(runs, (parts) => {
        const text = parts
          .map(([state, minutes]) => repeat(state, minutes))
          .join('')
          .slice(0, 3 * minutesPerDay)
        const found = shown(text)
        const sum = (column: number) => found.reduce((all, row) => all + (row[column] ?? 0), 0)
        const minutes = text.replaceAll(' ', '')
        expect(sum(0)).toBe(minutes.replaceAll('.', '').length)
        expect(sum(1)).toBe(minutes.length)
        expect(sum(2)).toBe(minutes.match(/#\.{2,}/g)?.length ?? 0)
      }),
    )
  })
})
