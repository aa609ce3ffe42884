import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel } from '@svc/kernel/testing'
import type { Server } from '@svc/plugin-enrollment/contract'
import { report } from '@svc/protocol/testing'
import { describe, expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../../test/with-fleet.ts'
import { columns } from '../columns.ts'
import metrics from '../index.ts'
import { makeFleet } from '../testing.ts'
import { judgeValues } from './threshold-types.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const noon = Date.UTC(2026, 4, 20, 12)
withFleet(noon)

type Figures = Parameters<typeof report>[0]
async function record(server: Server, all: readonly Figures[]) {
  for (const of of all) {
    kernel.clock.set(kernel.clock.now() + minute)
    fleet.report(server, report(of))
    await kernel.runJob('RecordWriter')
  }
}
const cpu = (...values: number[]) => values.map((value) => ({ cpu: value }))

describe('judging recent values', () => {
  const above = { rule_type: 'cpu', min: 90 }
  it.each([
    ['matches if seven of ten match', [90, 91, 92, 93, 94, 95, 96, 1, 2, 3], { matches: true, value: 93 }],
    ['does not match if six match', [90, 91, 92, 93, 94, 95, 1, 2, 3, 4], { matches: false, value: 4 }],
    ['matches if the only one matches', [90], { matches: true, value: 90 }],
    ['has no verdict without values', [], undefined],
  ])('%s', (_, values, verdict) => expect(judgeValues(above, values)).toEqual(verdict))

  it.each([
    [{ min: 10, max: 20 }, 15, true],
    [{ min: 10, max: 20 }, 9, false],
    [{ min: 10, max: 20 }, 21, false],
    [{ max: 20 }, 20, true],
    [{ max: 20 }, 19, false],
    [{ min: 0 }, 0, true],
    [{ min: null, max: null }, 50, false],
  ])('applies bounds %j: %d', (bounds, value, matches) => {
    expect(judgeValues({ rule_type: 'cpu', ...bounds }, [value])?.matches).toBe(matches)
  })
})

describe('rule types for columns', () => {
  it('exist for every column that declares one, with label and unit', () => {
    const named = columns.flatMap(({ alert }) => (alert === undefined ? [] : [alert]))
    expect(named).toHaveLength(21)
    for (const type of [...named, 'memory_percent', 'swap_percent', 'disk_percent']) {
      expect(fleet.ruleType(type)).toMatchObject({ type, kind: 'threshold', fields: ['min', 'max', 'window', 'share'] })
    }
  })

  it('bring one rule at the first start: any mount above 90 percent', () => {
    const starters = columns
      .flatMap(({ alert }) => (alert ? [fleet.ruleType(alert)] : []))
      .filter((type) => type?.starter)
    expect(starters).toMatchObject([
      { type: 'mount_percent', starter: { severity: 'warning', condition: { min: 90 } } },
    ])
  })

  it('evaluate each server by its own records', async () => {
    const [busy, idle] = [fleet.add(7), fleet.add(8)]
    fleet.add(9)
    await record(busy, cpu(95, 95, 95))
    await record(idle, cpu(5))
    expect(await fleet.judge({ rule_type: 'cpu', min: 90 })).toEqual({
      [busy.id]: { matches: true, value: 95 },
      [idle.id]: { matches: false, value: 5 },
    })
  })

  it('look at the window and the share that the condition names', async () => {
    const server = fleet.add(7)
    await record(server, cpu(...Array(30).fill(10), 95, 95, 95, 95, 95))
    const judge = async (more: object) =>
      (await fleet.judge({ rule_type: 'cpu', min: 90, ...more }))[server.id]?.matches
    expect(await judge({ window: 5 })).toBe(true)
    expect(await judge({})).toBe(false)
    expect(await judge({ share: 50 })).toBe(true)
    expect(await judge({ window: 35, share: 15 })).toBe(false)
    expect(await judge({ window: 35, share: 14 })).toBe(true)
  })

  it('compute percentages, with no value for an unknown total', async () => {
    const sized = fleet.add(7, false, { memTotal: 1000, swapTotal: 0, diskTotal: 2000 })
    const unknown = fleet.add(8)
    for (const server of [sized, unknown]) await record(server, [{ mem_used: 910, swap_used: 5, disk_used: 500 }])
    expect(await fleet.judge({ rule_type: 'memory_percent', min: 90 })).toEqual({
      [sized.id]: { matches: true, value: 91 },
    })
    expect(await fleet.judge({ rule_type: 'disk_percent', min: 90 })).toEqual({
      [sized.id]: { matches: false, value: 25 },
    })
    expect(await fleet.judge({ rule_type: 'swap_percent', min: 0 })).toEqual({})
    expect(await fleet.judge({ rule_type: 'memory', min: 910 })).toMatchObject({ [unknown.id]: { matches: true } })
  })

  it('treat a missing sensor as no value, not as zero degrees', async () => {
    const server = fleet.add(7)
    await record(server, [{ temperature: null }])
    expect(await fleet.judge({ rule_type: 'temperature', min: -10 })).toEqual({})
    await record(server, [{ temperature: 80 }])
    expect(await fleet.judge({ rule_type: 'temperature', min: 70 })).toMatchObject({ [server.id]: { value: 80 } })
  })

  it('ignore values older than ten minutes', async () => {
    const server = fleet.add(7)
    await record(server, cpu(95))
    kernel.clock.set(kernel.clock.now() + 10 * minute)
    expect(await fleet.judge({ rule_type: 'cpu', min: 90 })).toEqual({})
  })
})

it('recent minutes are restored after a restart, sealed or not', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'recent-'))
  const boot = async (now: number) => {
    const hosts = makeFleet()
    const server = hosts.add(7)
    const started = await createTestKernel({ plugins: [hosts.plugin, metrics], now, dataDir })
    return { hosts, server, started }
  }
  const before = await boot(noon - 4 * minute)
  for (let i = 0; i < 7; i++) {
    before.started.clock.set(noon + (i - 4) * minute)
    before.hosts.report(before.server, report({ cpu: 91 + i }))
    await before.started.runJob('RecordWriter')
  }
  await before.started.runJob('Aggregator')
  await before.started.close()
  const after = await boot(noon + 3 * minute)
  try {
    // requests right after the start wait for the restored minutes; otherwise firing alerts would look resolved
    const verdicts = await after.hosts.judge({ rule_type: 'cpu', min: 90 }, [after.server])
    expect(verdicts).toEqual({ [after.server.id]: { matches: true, value: 94 } })
  } finally {
    await after.started.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
