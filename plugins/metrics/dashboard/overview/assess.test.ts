import type { OverviewRow } from '@svc/plugin-metrics/contract'
import type { ServerStatus } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { makeAssessor } from './assess.ts'
import { inDays, row, server, start, waiting } from './test-servers.ts'

const rowsOf = (...rows: readonly OverviewRow[]) => new Map(rows.map((each) => [each.server_id, each]))
const none = rowsOf()
const once = (of: ServerStatus, overview?: Omit<Partial<OverviewRow>, 'server_id'>) => {
  const [found] = makeAssessor().assessAll(
    [of],
    overview ? rowsOf(row({ server_id: of.id, ...overview })) : none,
    start,
  )
  return found?.reasons.map(({ rule, level }) => `${rule} ${level}`)
}

describe('the assessment', () => {
  it.each<[string, Partial<ServerStatus>, Omit<Partial<OverviewRow>, 'server_id'>, string[]]>([
    ['nothing', {}, {}, []],
    ['an offline agent', { online: false, disk_used: 99 }, {}, ['offline 2']],
    ['a full disk', { disk_used: 96 }, {}, ['disk 2']],
    [
      'a filling disk',
      { disk_used: 91 },
      { disk: { bytes_per_day: 1, full_at: inDays(2) } },
      ['disk_full 2', 'disk 1'],
    ],
    ['a disk of unknown size', { disk_used: 96, disk_total: 0 }, {}, []],
    ['memory', { mem_used: 94 }, {}, ['memory 1']],
    ['swap', { swap_used: 70 }, {}, ['swap 1']],
    ['load for two cores', { load5: 8.4 }, {}, ['load 2']],
    ['load without known cores', { load5: 8.4, cpu_cores: null }, {}, []],
    ['heat', {}, { recent: { minutes: 3, cpu_mean: 1, cpu_least: 1, temperature: 85 } }, ['temperature 1']],
    ['one sample of the processor', { cpu: 100 }, {}, []],
    [
      'ten minutes of the processor',
      { cpu: 98 },
      { recent: { minutes: 10, cpu_mean: 98, cpu_least: 95, temperature: null } },
      ['cpu 2'],
    ],
    [
      'a processor that was busy',
      { cpu: 5 },
      { recent: { minutes: 10, cpu_mean: 98, cpu_least: 95, temperature: null } },
      [],
    ],
    [
      'traffic that will not last',
      {},
      {
        traffic: {
          percent_used: 92,
          days_remaining: 9,
          prediction: { estimated_total: 1, estimated_percent: 131, will_exceed: true },
        },
      },
      ['traffic 1', 'traffic_exceeds 1'],
    ],
    ['a month with outages', {}, { uptime: { percent: 98.7, known_minutes: 43_200 } }, ['uptime 1']],
    ['a first hour with an outage', {}, { uptime: { percent: 50, known_minutes: 60 } }, []],
    ['a contract that ends', { online: false }, { expires_at: inDays(5) }, ['offline 2', 'expires 1']],
    ['a contract that ended', {}, { expires_at: inDays(-3) }, ['expires 2']],
  ])('%s', (_, patch, overview, expected) => {
    expect(once(server({ id: 'a', ...patch }), overview)).toEqual(expected)
  })

  it('is healthy for a server that was never connected', () => {
    expect(once(waiting('a'))).toEqual([])
  })
})

describe('changes over time', () => {
  /** Assesses every 3 seconds, with a new report each time. */
  function follow(cpuAt: (second: number) => number, seconds: number, patch: Partial<ServerStatus> = {}) {
    const watch = makeAssessor()
    const seen: string[] = []
    for (let second = 0; second <= seconds; second += 3) {
      const of = server({ id: 'a', cpu: cpuAt(second), last_active: start + second, ...patch })
      const [found] = watch.assessAll([of], none, start + second)
      seen.push(found?.reasons.map(({ rule, since }) => `${rule} ${start + second - since}`).join() ?? '')
    }
    return seen
  }

  it('high CPU counts after ten minutes, and one idle sample does not end it', () => {
    const seen = follow((second) => (second === 300 ? 5 : 100), 660)
    expect(seen.slice(0, 200).every((reasons) => reasons === '')).toBe(true)
    expect(seen[200]).toBe('cpu 600')
    expect(seen.at(-1)).toBe('cpu 660')
  })

  it('interrupted high CPU does not count', () => {
    expect(follow((second) => (second > 300 && second < 420 ? 5 : 100), 900).every((reasons) => reasons === '')).toBe(
      true,
    )
  })

  it('memory at the limit does not flap', () => {
    const watch = makeAssessor()
    const levels = Array.from({ length: 100 }, (_, i) => {
      const of = server({ id: 'a', mem_used: i % 2 === 0 ? 91 : 89.5, last_active: start + 3 * i })
      return watch.assessAll([of], none, start + 3 * i)[0]?.level
    })
    expect(new Set(levels)).toEqual(new Set([1]))
  })

  it('discards stale state', () => {
    const watch = makeAssessor()
    const busy = (at: number) => watch.assessAll([server({ id: 'a', cpu: 100, last_active: at })], none, at)[0]?.reasons
    for (let second = 0; second <= 300; second += 3) busy(start + second)
    expect(busy(start + 700)).toEqual([])
  })
})
