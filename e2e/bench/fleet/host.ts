import type { Payload, ReportPayload, SystemInfo } from '@svc/protocol'
import { makeRandom } from '../../harness/random.ts'

export interface SimulatedHost {
  /** static values for `SystemInfo` */
  facts(): Omit<Payload<typeof SystemInfo>, 'msg_id'>
  /** the next report, `seconds` after the one before */
  report(seconds: number): ReportPayload
}

const gib = 2 ** 30
const hundredth = (value: number) => Math.round(value * 100) / 100
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/**
 * A host with consistent metrics: a random walk of its activity drives CPU, load, memory, traffic, sockets and disks,
 * each with its own noise. A report is about one kilobyte.
 */
export function makeHost(index: number): SimulatedHost {
  const { next: random } = makeRandom(index * 7919 + 17)
  const cores = 2 ** Math.floor(random() * 6)
  const memory = cores * 2 * gib
  const disk = Math.round((50 + random() * 950) * gib)
  const drives = 4 + Math.floor(random() * 8)
  const withGpu = random() < 0.1
  const bootedBefore = Math.floor(random() * 90 * 86_400)
  const baseline = 0.05 + random() * 0.5
  let activity = baseline
  let uptime = bootedBefore
  let received = Math.floor(random() * 1e12)
  let sent = Math.floor(random() * 1e11)
  let filled = 0.2 + random() * 0.6
  let load5 = activity * cores
  let load15 = load5

  const noise = (size: number) => (random() - 0.5) * size

  return {
    facts: () => ({
      cpu_name: `Simulated CPU ${cores}C`,
      cpu_cores: cores,
      cpu_arch: 'x86_64',
      os: 'Linux (Debian GNU/Linux 13)',
      kernel_version: '6.12.9',
      mem_total: memory,
      swap_total: gib,
      disk_total: disk,
      ipv4: `198.51.100.${index % 256}`,
      ipv6: null,
      virtualization: 'kvm',
      agent_version: '0.1.0',
      protocol_version: 6,
      features: [],
      agent_local_capabilities: 1852,
      temporary: [],
    }),
    report(seconds) {
      activity = clamp(activity + noise(0.08) + (baseline - activity) * 0.05, 0.005, 1)
      filled = clamp(filled + noise(0.0002), 0.05, 0.98)
      uptime += seconds
      const speedIn = Math.floor(activity * 4e6 * (0.5 + random()))
      const speedOut = Math.floor(speedIn * (0.2 + random() * 0.3))
      received += Math.floor(speedIn * seconds) + 1
      sent += Math.floor(speedOut * seconds)
      const load1 = activity * cores * (0.8 + random() * 0.4)
      load5 += (load1 - load5) * 0.02
      load15 += (load1 - load15) * 0.007
      return {
        cpu: hundredth(clamp(activity * 100 + noise(3), 0, 100)),
        mem_used: Math.floor(memory * clamp(0.25 + activity * 0.5 + noise(0.01), 0, 1)),
        swap_used: Math.floor(activity * 0.1 * gib),
        disk_used: Math.floor(disk * filled),
        net_in_speed: speedIn,
        net_out_speed: speedOut,
        net_in_transfer: received,
        net_out_transfer: sent,
        load1: hundredth(load1),
        load5: hundredth(load5),
        load15: hundredth(load15),
        tcp_conn: Math.floor(30 + activity * 400),
        udp_conn: Math.floor(5 + activity * 20),
        process_count: Math.floor(90 + activity * 300),
        uptime: Math.floor(uptime),
        disk_io: Array.from({ length: drives }, (_, drive) => ({
          name: `nvme${drive}n1`,
          read_bytes_per_sec: random() < activity ? Math.floor(random() * 2e7) : 0,
          write_bytes_per_sec: Math.floor(activity * random() * 8e6),
        })),
        temperature: hundredth(35 + activity * 40 + noise(1)),
        gpu: withGpu
          ? {
              count: 1,
              average_usage: hundredth(activity * 100),
              detailed_info: [
                {
                  name: 'Simulated GPU',
                  mem_total: 24 * gib,
                  mem_used: Math.floor(24 * gib * activity),
                  utilization: hundredth(activity * 100),
                  temperature: hundredth(40 + activity * 45),
                },
              ],
            }
          : null,
      }
    },
  }
}
