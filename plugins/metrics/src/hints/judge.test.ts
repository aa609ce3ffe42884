import type { Billing } from '@svc/plugin-enrollment/contract'
import { report } from '@svc/protocol/testing'
import { describe, expect, it } from 'vitest'
import type { HintFacts } from './hints.ts'
import { type FoundHints, isSameHints, judge } from './judge.ts'
import { defaultLimits } from './limit-schema.ts'

const now = 1_790_000_000
const day = 86_400
const billing = { expiresAt: null } as Billing

/** A healthy server of 100 bytes of everything and two cores. */
const facts = ({
  server = {},
  reported = {},
  ...of
}: Omit<Partial<HintFacts>, 'server'> & {
  server?: Partial<HintFacts['server']>
  reported?: Parameters<typeof report>[0]
}): HintFacts => ({
  server: { memTotal: 100, swapTotal: 100, diskTotal: 100, cpuCores: 2, billing, ...server },
  report: report({ mem_used: 10, swap_used: 0, disk_used: 10, load5: 0.1, ...reported }),
  recent: undefined,
  traffic: undefined,
  disk: undefined,
  now,
  ...of,
})
const shown = (found: FoundHints) => [...found.values()].map(({ hint, level }) => `${hint.id} ${level}`)
const expiring = (days: number) => ({ billing: { ...billing, expiresAt: now + days * day } })
const traffic = (percentUsed: number, estimatedPercent: number) => ({
  percentUsed,
  estimatedPercent,
})

describe('a server is judged by', () => {
  it.each<[string, Parameters<typeof facts>[0], string[]]>([
    ['nothing', {}, []],
    ['a full disk', { reported: { disk_used: 96 } }, ['disk 2']],
    ['a filling disk', { reported: { disk_used: 91 }, disk: { perHour: 1, hoursLeft: 47 } }, ['disk 1', 'disk_full 2']],
    ['a disk of unknown size', { reported: { disk_used: 96 }, server: { diskTotal: null } }, []],
    ['memory', { reported: { mem_used: 94 } }, ['memory 1']],
    ['swap', { reported: { swap_used: 70 } }, ['swap 1']],
    ['load for two cores', { reported: { load5: 8.4 } }, ['load 2']],
    ['load without known cores', { reported: { load5: 8.4 }, server: { cpuCores: null } }, []],
    ['heat', { recent: { cpuLeast: 1, temperature: 85 } }, ['temperature 1']],
    ['one sample of the processor', { reported: { cpu: 100 } }, []],
    ['ten minutes of the processor', { recent: { cpuLeast: 98, temperature: undefined } }, ['cpu 2']],
    ['an offline agent', { report: undefined, recent: { cpuLeast: 98, temperature: 99 } }, []],
    ['traffic that will not last', { traffic: traffic(92, 131) }, ['traffic 1', 'traffic_forecast 1']],
    ['traffic that is used up', { traffic: traffic(100, 131) }, ['traffic 2']],
    ['a contract that ends', { server: expiring(5), report: undefined }, ['expires 1']],
    ['a contract that ended', { server: expiring(-3) }, ['expires 2']],
    ['the numbers of a broken agent', { reported: { load5: Number.NaN } }, []],
  ])('%s', (_, of, expected) => {
    expect(shown(judge(facts(of), defaultLimits, undefined))).toEqual(expected)
  })
})

describe('a level', () => {
  const memory = (mem_used: number) => facts({ reported: { mem_used } })

  it('does not flap at its limit', () => {
    let found: FoundHints = judge(memory(91), defaultLimits, undefined)
    for (const value of [89.5, 91, 87, 95]) {
      const next = judge(memory(value), defaultLimits, found)
      expect(isSameHints(found, next)).toBe(true)
      found = next
    }
    found = judge(memory(96), defaultLimits, found)
    expect(shown(judge(memory(93), defaultLimits, found))).toEqual(['memory 2'])
    expect(shown(judge(memory(91), defaultLimits, found))).toEqual(['memory 1'])
    expect(shown(judge(memory(85), defaultLimits, found))).toEqual([])
  })

  it('keeps when it began', () => {
    const first = judge(memory(92), defaultLimits, undefined)
    const later = judge({ ...memory(97), now: now + 60 }, defaultLimits, first)
    expect(later.get('memory')).toMatchObject({ level: 2, since: now })
  })

  it('can be switched off', () => {
    const limits = { ...defaultLimits, memory: { warning: null, critical: 99 } }
    expect(shown(judge(memory(98), limits, undefined))).toEqual([])
    expect(shown(judge(memory(99), limits, undefined))).toEqual(['memory 2'])
  })
})
