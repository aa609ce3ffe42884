import { createTestKernel } from '@svc/kernel/testing'
import { hosts, reportAt } from '@svc/plugin-demo/testing'
import enrollment from '@svc/plugin-enrollment'
import { servers } from '@svc/plugin-enrollment/contract'
import system from '@svc/plugin-system'
import type { ReportPayload } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { pastRecords } from '../src/contract.ts'
import { agentStartsStore } from '../src/gaps/agent-starts-store.ts'
import metrics from '../src/index.ts'
import { databaseOf } from '../src/testing.ts'

/**
 * Writes history for the servers of a stopped program: hourly records of `days`, minutes of the last eight days, GPUs, and
 * gaps. `node server-history-process.ts <data directory> <JSON: Past[]>`
 */
interface Past {
  /** name of the server */
  readonly name: string
  readonly days: number
  readonly disks?: readonly string[]
  readonly gpus?: readonly string[]
  /** it is a host of the demo with this name, whose values go on as its agent reports them */
  readonly isHost?: boolean
  /** outages of the agent, in hours ago */
  readonly away?: readonly (readonly [from: number, to: number])[]
}

const [dataDir = '', pasts = '[]'] = process.argv.slice(2)
const now = Date.now()
const current = Math.floor(now / 3_600_000)
const lastMinute = Math.floor(now / 60_000) - 1
const retainedHours = 8 * 24

/** Deterministic waves with a little noise; 0 to 1. */
const wave = (minute: number, phase: number) => {
  const noise = Math.abs(Math.sin(minute * 12.9898 + phase * 78.233) * 43_758.5453) % 1
  const day = Math.sin((2 * Math.PI * minute) / 1440 + phase)
  const hours = Math.sin((2 * Math.PI * minute) / 377 + 2 * phase)
  return Math.min(1, Math.max(0, 0.45 + 0.22 * day + 0.12 * hours + 0.15 * (noise - 0.5)))
}

const gib = 2 ** 30
const reportOf = (minute: number, { disks = [], gpus = [] }: Past): ReportPayload => {
  const at = (phase: number) => wave(minute, phase)
  const devices = gpus.map((name, i) => ({
    name,
    mem_total: 80 * gib,
    mem_used: Math.floor(80 * gib * at(20 + i)),
    utilization: 100 * at(40 + i),
    temperature: 35 + 45 * at(40 + i),
  }))
  return report({
    cpu: 100 * at(1) ** 2,
    mem_used: Math.floor(8 * gib * (0.4 + 0.4 * at(2))),
    swap_used: Math.floor(gib * at(3) * 0.2),
    disk_used: Math.floor(100 * gib * (0.5 + 0.1 * at(4))),
    net_in_speed: Math.floor(4e6 * at(5) ** 3),
    net_out_speed: Math.floor(9e6 * at(6) ** 3),
    net_in_transfer: minute * 100_000,
    net_out_transfer: minute * 200_000,
    load1: 4 * at(1) ** 2,
    load5: 4 * wave(minute - 3, 1) ** 2,
    load15: 4 * wave(minute - 8, 1) ** 2,
    tcp_conn: Math.floor(400 * at(7)),
    udp_conn: Math.floor(40 * at(8)),
    process_count: 150 + Math.floor(80 * at(9)),
    temperature: 35 + 40 * at(1),
    ...{ cpu_user: 70 * at(1) ** 2, cpu_system: 25 * at(1) ** 2, cpu_iowait: 4 * at(9), cpu_steal: at(3) },
    cores: [1, 2, 3, 4].map((core) => 100 * at(core) ** 2),
    ...{ mem_free: gib, mem_buffers: Math.floor(0.2 * gib), mem_cached: Math.floor(2 * gib * at(2)), mem_shared: 1e7 },
    ...{ pressure_cpu: 20 * at(4), pressure_memory: at(5), pressure_io: 6 * at(9), pressure_io_full: 4 * at(9) },
    mounts: ['/', '/srv'].map((path, i) => {
      const used = Math.floor((i === 0 ? 20 : 60) * gib * (0.9 + 0.1 * at(4)))
      return { path, type: 'ext4', total: (i === 0 ? 30 : 70) * gib, used, inodes: 6_553_600, inodes_used: 900_000 }
    }),
    interfaces: [
      { name: 'eth0', in_speed: Math.floor(4e6 * at(5) ** 3), out_speed: Math.floor(9e6 * at(6) ** 3) },
      { name: 'wg0', in_speed: Math.floor(4e5 * at(5) ** 3), out_speed: Math.floor(9e5 * at(6) ** 3) },
    ],
    sensors: [
      { name: 'coretemp Package', celsius: 35 + 40 * at(1) },
      { name: 'nvme Composite', celsius: 38 + 4 * at(4) },
    ],
    disk_io: disks.map((name, i) => ({
      name,
      read_bytes_per_sec: Math.floor(3e7 * at(60 + i) ** (2 + i)),
      write_bytes_per_sec: Math.floor(1e7 * at(80 + i) ** (2 + i)),
    })),
    gpu: gpus.length > 0 ? { count: gpus.length, average_usage: 100 * at(40), detailed_info: devices } : null,
  })
}

const kernel = await createTestKernel({ plugins: [system, enrollment, metrics], dataDir, now })
const raw = kernel.database
const db = databaseOf(kernel)
const fleet = kernel.service(servers).list()
const records = kernel.service(pastRecords)

for (const past of JSON.parse(pasts) as Past[]) {
  const server = fleet.find(({ name }) => name === past.name)
  if (!server) throw new Error(`there is no server ${past.name}`)
  const host = past.isHost ? hosts.find(({ name }) => name === past.name) : undefined
  const { number, id: serverId } = server
  const first = current - past.days * 24
  raw.transaction(() => {
    raw.prepare('UPDATE enrollment_servers SET created_at = ? WHERE id = ?').run(first * 3600, serverId)
    raw.prepare('INSERT INTO system_runs (started_at, seen_at) VALUES (?, ?)').run(first * 3600, Math.floor(now / 1000))
    const away = (past.away ?? []).map(([from, to]) => [lastMinute - from * 60, lastMinute - to * 60] as const)
    for (const [, to] of away) agentStartsStore(db).add(number, 'agent', to * 60)
    for (let hour = first; hour <= current; hour++) {
      const step = hour < current - retainedHours ? 10 : 1
      const online = Array.from({ length: 60 / step }, (_, i) => hour * 60 + i * step).filter(
        (minute) => minute <= lastMinute && away.every(([from, to]) => minute < from || minute >= to),
      )
      const report = (minute: number) => (host ? reportAt(host, minute * 60_000) : reportOf(minute, past))
      records.write(server, hour, { step, reports: online.map((minute) => ({ minute, report: report(minute) })) })
    }
  })()
}
raw.pragma('wal_checkpoint(TRUNCATE)')
await kernel.close()
process.exit()
