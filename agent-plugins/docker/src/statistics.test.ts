import { describe, expect, it } from 'vitest'
import { cpuPercent, cpuSampleOf, toStats } from './statistics.ts'

/** Recorded from Docker 20.10 with cgroup v1; unused fields are left out. */
const v1 = {
  read: '2026-11-23T15:52:27.458602573Z',
  pids_stats: { current: 1 },
  blkio_stats: {
    io_service_bytes_recursive: [
      { major: 8, minor: 0, op: 'Read', value: 4096 },
      { major: 8, minor: 0, op: 'Write', value: 8192 },
      { major: 8, minor: 0, op: 'Total', value: 12_288 },
      { major: 8, minor: 16, op: 'Read', value: 1 },
    ],
  },
  cpu_stats: {
    cpu_usage: { total_usage: 5_455_268_947, percpu_usage: [4_810_735_430, 644_533_517] },
    system_cpu_usage: 71_164_560_000_000,
    online_cpus: 2,
  },
  memory_stats: {
    usage: 364_544,
    stats: { cache: 90_000, inactive_file: 1, total_inactive_file: 64_544 },
    limit: 25_276_514_304,
  },
}
/** Recorded from Docker 27 with cgroup v2. */
const v2 = {
  read: '2026-11-23T15:52:30.458602573Z',
  pids_stats: { current: 7, limit: 18_446_744_073_709_552_000 },
  blkio_stats: {
    io_service_bytes_recursive: [
      { major: 259, minor: 0, op: 'read', value: 300 },
      { major: 259, minor: 0, op: 'write', value: 500 },
    ],
  },
  cpu_stats: { cpu_usage: { total_usage: 1_000_000_000 }, system_cpu_usage: 72_000_000_000_000, online_cpus: 4 },
  memory_stats: { usage: 10_000_000, stats: { anon: 1, file: 4_000_000, inactive_file: 3_000_000 }, limit: 40_000_000 },
  networks: { eth0: { rx_bytes: 10, tx_bytes: 20 }, eth1: { rx_bytes: 1, tx_bytes: 2 } },
}
const container = { id: 'a', name: 'web' }
const host = 25_276_514_304

describe('statistics', () => {
  it('of cgroup v1 subtract the inactive page cache', () => {
    expect(toStats(container, v1, 12.5, host)).toEqual({
      ...container,
      cpu_percent: 12.5,
      memory_usage: 300_000,
      memory_limit: host,
      memory_percent: (300_000 / host) * 100,
      network_rx: 0,
      network_tx: 0,
      block_read: 4097,
      block_write: 8192,
      pids: 1,
    })
  })

  it('of cgroup v2 as well, and sum the interfaces', () => {
    expect(toStats(container, v2, 0, host)).toMatchObject({
      memory_usage: 7_000_000,
      memory_percent: 17.5,
      network_rx: 11,
      network_tx: 22,
      block_read: 300,
      block_write: 500,
      pids: 7,
    })
  })

  it('of old daemons subtract the cache; more cache than usage is ignored', () => {
    const memory = (usage: number, stats: object) => toStats(container, { memory_stats: { usage, stats } }, 0)
    expect(memory(100, { cache: 40 }).memory_usage).toBe(60)
    expect(memory(100, { inactive_file: 140 }).memory_usage).toBe(100)
  })

  it('without a limit show the memory of the host, and no percentage without either', () => {
    const limited = (limit: number) => toStats(container, { memory_stats: { usage: 500, limit } }, 0, 1000)
    expect(limited(2 ** 63 - 4096)).toMatchObject({ memory_limit: 1000, memory_percent: 50 })
    expect(limited(0)).toMatchObject({ memory_limit: 0, memory_percent: 0 })
  })

  it('of an answer without values are zero', () => {
    const values = Object.values(toStats(container, { blkio_stats: null, networks: null, cpu_stats: [] }, 0)).slice(2)
    expect(values).toEqual(Array(9).fill(0))
  })
})

describe('CPU usage', () => {
  const before = cpuSampleOf(v1)
  const at = (used: number, system: number, ms: number) => ({
    ...before,
    used: before.used + used,
    system: before.system + system,
    at: before.at + ms,
  })
  const longAgo = before.at - 3_600_000

  it('is the share of the CPU time of the host since the sample before, times its cores', () => {
    // a quarter of a core for three seconds, on a host with two
    expect(cpuPercent(at(750e6, 6e9, 3000), before, longAgo)).toBeCloseTo(25)
    expect(cpuPercent(at(6e9, 6e9, 3000), before, longAgo)).toBeCloseTo(200)
    expect(cpuPercent(at(0, 6e9, 3000), before, longAgo)).toBe(0)
  })

  it('is relative to the time passed if the daemon does not say what the host used', () => {
    const blind = { ...before, system: 0 }
    expect(cpuPercent({ ...at(750e6, 0, 3000), system: 0 }, blind, longAgo)).toBeCloseTo(25)
  })

  it('without a sample before is the average since the start', () => {
    expect(cpuPercent({ used: 500e6, system: 6e9, cores: 2, at: 10_000 }, undefined, 9000)).toBeCloseTo(50)
  })

  it('of a restarted container is the average since then', () => {
    const now = { ...at(0, 6e9, 3000), used: 250e6 }
    expect(cpuPercent(now, before, now.at - 1000)).toBeCloseTo(25)
    // it used more than before the restart
    expect(cpuPercent({ ...now, used: 2e9 }, before, now.at - 1000)).toBeCloseTo(200)
  })

  it('is never negative or infinite', () => {
    expect(cpuPercent(before, before, longAgo)).toBe(0)
    expect(cpuPercent(at(0, 0, -1000), before, before.at)).toBe(0)
  })

  it('counts the cores as the daemon does', () => {
    expect(cpuSampleOf(v2)).toEqual({ used: 1e9, system: 72e12, cores: 4, at: Date.parse(v2.read) })
    expect(cpuSampleOf({ cpu_stats: { cpu_usage: { percpu_usage: [1, 2, 3] } } }).cores).toBe(3)
    expect(cpuSampleOf({})).toEqual({ used: 0, system: 0, cores: 1, at: 0 })
  })
})
