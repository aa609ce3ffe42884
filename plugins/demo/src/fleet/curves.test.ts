import { Value } from '@sinclair/typebox/value'
import { Report } from '@svc/protocol'
import { expect, it } from 'vitest'
import { latencyAt, reportAt } from './curves.ts'
import { hosts } from './hosts.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 5, 1)
const instants = Array.from({ length: 200 }, (_, i) => start + i * 7 * hour)

it.each(hosts.map((host) => [host.name, host] as const))('%s reports what a host can report', (_, host) => {
  let before = reportAt(host, start - 7 * hour)
  for (const at of instants) {
    const report = reportAt(host, at)
    expect([...Value.Errors(Report.schema, { type: 'report', ...report })]).toEqual([])
    const { cpu, cpu_user, cpu_system, cpu_iowait, cpu_steal, mounts, mem_used, uptime } = report
    expect(cpu).toBeGreaterThanOrEqual(0)
    expect(cpu).toBeLessThanOrEqual(100)
    expect((cpu_user ?? 0) + (cpu_system ?? 0) + (cpu_iowait ?? 0) + (cpu_steal ?? 0)).toBeCloseTo(cpu)
    expect(mem_used).toBeLessThan(host.memory * 2 ** 30)
    for (const { used, total } of mounts ?? []) expect(used).toBeLessThan(total)
    // Counters only grow until the host starts again.
    if (uptime > before.uptime) expect(report.net_out_transfer).toBeGreaterThan(before.net_out_transfer)
    before = report
  }
})

it('the same instant has the same values, in every process', () => {
  const [host] = hosts
  if (!host) throw new Error('there are hosts')
  expect(reportAt(host, start)).toEqual(reportAt(host, start))
  expect(latencyAt(host, 'a', start)).toBe(latencyAt(host, 'a', start))
})
