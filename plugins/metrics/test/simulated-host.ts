import { makeRandom } from '@svc/kernel/testing'
import type { ReportPayload } from '@svc/protocol'
import { report } from '@svc/protocol/testing'

const gib = 2 ** 30
const hundredth = (value: number) => Math.round(value * 100) / 100
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

const small = { cores: 2, disks: ['vda'], load: 0.03, sensors: false } as const
const middle = { cores: 8, disks: ['nvme0n1', 'sda'], load: 0.15, sensors: true } as const
const large = {
  cores: 32,
  disks: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `nvme${i}n1`),
  load: 0.4,
  sensors: true,
} as const

/** Of ten hosts, six are small virtual machines, three have two disks, and one has eight disks and a GPU. */
const kinds = [small, small, small, small, small, small, middle, middle, middle, large] as const

/**
 * Makes realistic reports of a host, one per minute. Values have the granularity of their sources: memory in pages, disk I/O
 * in blocks per interval, CPU in ticks. Most hosts are mostly idle, and idle disks read nothing.
 */
export function makeSimulatedHost(index: number): () => ReportPayload {
  const { next: random } = makeRandom(index * 7919 + 17)
  const { cores, disks, load, sensors } = kinds[index % kinds.length] ?? small
  const memory = cores * 4 * gib
  let activity: number = load
  let cached = 0.4
  let used = Math.floor(cores * 20 * gib * (0.3 + random() * 0.4))
  let received = Math.floor(random() * 1e12)
  let sent = Math.floor(random() * 1e11)
  let load15 = load * cores
  let uptime = Math.floor(random() * 90 * 86_400)
  const blocks = (perSecond: number) => Math.trunc((Math.round(perSecond * 3 * random()) * 4096) / 3)

  return () => {
    activity = clamp(activity + (random() - 0.5) * 0.2 * load + (load - activity) * 0.1, 0.002, 1)
    cached = clamp(cached + (random() - 0.5) * 0.004, 0.2, 0.8)
    used += random() < 0.5 ? Math.floor(random() * 64 * activity) * 4096 : 0
    uptime += 60
    const speedIn = Math.floor(activity * 1e6 * (0.5 + random()))
    const speedOut = Math.floor(activity * 3e5 * (0.5 + random()))
    received += speedIn * 60
    sent += speedOut * 60
    const ticks = cores * 300
    const load1 = activity * cores * (0.7 + random() * 0.6)
    load15 += (load1 - load15) * 0.06
    return report({
      cpu: (Math.round(activity * ticks * (0.8 + random() * 0.4)) / ticks) * 100,
      mem_used: Math.floor((memory * cached) / 4096) * 4096,
      swap_used: 0,
      disk_used: used,
      net_in_speed: speedIn,
      net_out_speed: speedOut,
      net_in_transfer: received,
      net_out_transfer: sent,
      load1: hundredth(load1),
      load5: hundredth((load1 + 4 * load15) / 5),
      load15: hundredth(load15),
      tcp_conn: 30 + Math.floor(activity * 200 + random() * 4),
      udp_conn: 9,
      process_count: 90 + cores * 10 + Math.floor(random() * 3),
      uptime,
      disk_io: disks.map((name) => ({
        name,
        read_bytes_per_sec: random() < activity ? blocks(2000 * activity) : 0,
        write_bytes_per_sec: random() < 0.6 ? blocks(500 * activity) : 0,
      })),
      temperature: sensors ? 38 + Math.round(activity * 40 + random() * 2) : null,
      gpu:
        disks.length > 2
          ? {
              count: 1,
              average_usage: Math.round(activity * 100),
              detailed_info: [
                {
                  name: 'Simulated GPU',
                  mem_total: 24 * gib,
                  mem_used: Math.floor(24 * 1024 * activity) * 1_048_576,
                  utilization: Math.round(activity * 100),
                  temperature: 40 + Math.round(activity * 45),
                },
              ],
            }
          : null,
    })
  }
}
