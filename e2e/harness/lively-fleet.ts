import { claim, newRunToken, onboard } from './enrol.ts'
import type { Past } from './past.ts'
import type { Session } from './session.ts'
import { runAgent } from './simulated-agent.ts'

const gib = 2 ** 30

/** A host of the fleet: how busy it is, from 0 to 1. */
interface Host {
  readonly name: string
  readonly load: number
  readonly cores: number
  readonly memory: number
  readonly disk: number
  /** share of its disk that is used */
  readonly full: number
  readonly os: string
  readonly isOffline?: boolean
}

const hosts: readonly Host[] = [
  { name: 'db-1', load: 0.7, cores: 16, memory: 128, disk: 2000, full: 0.86, os: 'Debian GNU/Linux 13' },
  { name: 'db-2', load: 0.3, cores: 16, memory: 128, disk: 2000, full: 0.84, os: 'Debian GNU/Linux 13' },
  { name: 'cdn-fra', load: 0.5, cores: 4, memory: 8, disk: 160, full: 0.4, os: 'Ubuntu 24.04' },
  { name: 'cdn-hkg', load: 0.9, cores: 4, memory: 8, disk: 160, full: 0.55, os: 'Ubuntu 24.04' },
  { name: 'cdn-nyc', load: 0.4, cores: 4, memory: 8, disk: 160, full: 0.42, os: 'Ubuntu 24.04' },
  { name: 'mail', load: 0.15, cores: 2, memory: 4, disk: 80, full: 0.93, os: 'AlmaLinux 9' },
  { name: 'build-1', load: 0.95, cores: 32, memory: 64, disk: 1000, full: 0.7, os: 'Fedora 43' },
  { name: 'nas', load: 0.1, cores: 4, memory: 16, disk: 24_000, full: 0.78, os: 'Debian GNU/Linux 12' },
  { name: 'staging', load: 0.05, cores: 2, memory: 2, disk: 40, full: 0.3, os: 'Alpine Linux 3.23', isOffline: true },
]

/** From 0 to 1: a day, some hours, and a little noise. */
function wave(phase: number): number {
  const seconds = Date.now() / 1000
  const day = Math.sin((2 * Math.PI * seconds) / 86_400 + phase)
  const minutes = Math.sin((2 * Math.PI * seconds) / 170 + 3 * phase)
  const noise = Math.random() - 0.5
  return Math.min(1, Math.max(0, 0.5 + 0.2 * day + 0.15 * minutes + 0.1 * noise))
}

function reportOf({ load, cores, memory, disk, full }: Host, phase: number) {
  const at = (offset: number) => wave(phase + offset)
  const cpu = Math.min(100, 100 * load * (0.6 + 0.6 * at(1)))
  const used = memory * gib * (0.3 + 0.5 * load * at(2))
  const mount = (path: string, size: number, share: number) => ({
    ...{ path, type: 'ext4', total: Math.floor(size * gib), used: Math.floor(size * gib * share) },
    ...{ inodes: 6_553_600, inodes_used: Math.floor(6_553_600 * share * 0.4) },
  })
  const speed = { in: Math.floor(3e7 * load * at(5) ** 3), out: Math.floor(9e7 * load * at(6) ** 3) }
  return {
    cpu,
    mem_used: Math.floor(used),
    disk_used: Math.floor(disk * gib * full),
    ...{
      net_in_speed: speed.in,
      net_out_speed: speed.out,
      net_in_transfer: 4e12 * load,
      net_out_transfer: 9e12 * load,
    },
    ...{ load1: (cores * cpu) / 110, load5: (cores * cpu) / 120, load15: (cores * cpu) / 130 },
    ...{ tcp_conn: Math.floor(900 * load * at(7)), udp_conn: 12, process_count: 160 + Math.floor(50 * at(8)) },
    uptime: 3_000_000,
    temperature: null,
    ...{ cpu_user: cpu * 0.7, cpu_system: cpu * 0.2, cpu_iowait: 4 * at(9), cpu_steal: load > 0.8 ? 3 * at(3) : 0 },
    cores: Array.from({ length: cores }, (_, core) => Math.min(100, cpu * (0.6 + 0.8 * at(core)))),
    ...{ mem_free: Math.floor(memory * gib - used * 1.3), mem_buffers: Math.floor(used * 0.05) },
    ...{ mem_cached: Math.floor(used * 0.25), mem_shared: Math.floor(used * 0.02) },
    ...{ pressure_cpu: 20 * load * at(4), pressure_memory: 0.2, pressure_io: 6 * at(9), pressure_io_full: 4 * at(9) },
    mounts: [mount('/', disk * 0.3, full * 0.8), mount('/srv', disk * 0.7, Math.min(1, full * 1.08))],
    interfaces: [
      { name: 'eth0', in_speed: speed.in, out_speed: speed.out },
      { name: 'wg0', in_speed: Math.floor(speed.in / 20), out_speed: Math.floor(speed.out / 30) },
    ],
    sensors: [
      { name: 'coretemp Package', celsius: 40 + 30 * load * at(2) },
      { name: 'nvme Composite', celsius: 38 + 4 * at(4) },
    ],
  }
}

/** The histories to write while the server is stopped. */
export const livelyPasts: readonly Past[] = [...hosts.map(({ name }) => name), 'web-1'].map((name, i) => ({
  ...{ name, days: 30, disks: ['nvme0n1'] },
  ...(i % 4 === 3 ? { away: [[30, 28.5]] as const } : {}),
}))

/** Adds the hosts; the returned function connects their agents until `later` is called. */
export async function addLivelyFleet(url: string, admin: Session, later: (undo: () => unknown) => void) {
  const tokens: string[] = []
  for (const { name } of hosts) {
    const token = newRunToken()
    await claim(url, (await onboard(admin, name)).enrollment.code, token)
    tokens.push(token)
  }
  return async () => {
    for (const [i, host] of hosts.entries()) {
      if (host.isOffline) continue
      const info = {
        ...{ cpu_name: 'AMD EPYC 9354P', cpu_cores: host.cores, os: `Linux (${host.os})` },
        ...{ mem_total: host.memory * gib, swap_total: 0, disk_total: host.disk * gib },
      }
      const peer = await runAgent(url, tokens[i] ?? '', () => reportOf(host, i), info)
      later(peer.close)
    }
  }
}
