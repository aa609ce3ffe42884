import type { ReportPayload } from '@svc/protocol'
import type { Host } from './hosts.ts'

const gib = 2 ** 30
const day = 86_400
const week = 7 * day

/** A number from 0 to 1 that looks random and is always the same for these numbers. */
function noiseAt(index: number, salt: number): number {
  let mixed = Math.imul(index ^ Math.imul(salt + 1, 0x9e37_79b1), 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

/** Noise that changes smoothly within `period` seconds. */
function smooth(seconds: number, period: number, salt: number): number {
  const at = seconds / period
  const index = Math.floor(at)
  const part = at - index
  const eased = part * part * (3 - 2 * part)
  return noiseAt(index, salt) * (1 - eased) + noiseAt(index + 1, salt) * eased
}

/** Which of the values of a host is meant: each has noise of its own. */
const channels = { cpu: 1, memory: 2, in: 3, out: 4, connections: 5, wait: 6, disk: 7, gpu: 8, other: 9 }
type Channel = keyof typeof channels

/** The phase of the day in radians, highest in the afternoon of the host. */
const dayPhase = (seconds: number, zone: number) => (2 * Math.PI * (seconds / 3600 + zone - 9)) / 24
const weekPhase = (seconds: number) => (2 * Math.PI * seconds) / week

/** How much people use it, around 1: a day, and quieter weekends. */
const usage = (seconds: number, { zone }: Host) =>
  1 + 0.5 * Math.sin(dayPhase(seconds, zone)) + 0.15 * Math.sin(weekPhase(seconds))

/** The integral of `usage`, for counters. */
const usedUp = (seconds: number, { zone }: Host) =>
  seconds -
  ((0.5 * day) / (2 * Math.PI)) * Math.cos(dayPhase(seconds, zone)) -
  ((0.15 * week) / (2 * Math.PI)) * Math.cos(weekPhase(seconds))

/** Ten minutes an hour and a quarter of the night: jobs that run at fixed times. */
function batch(seconds: number, host: Host, salt: number): number {
  const minute = Math.floor(seconds / 60) % 60
  const hour = Math.floor(seconds / 3600 + host.zone) % 24
  const hourly = minute < 4 && salt % 3 === 0 ? 0.25 : 0
  const nightly = hour === 3 && minute > 5 && minute < 40 ? 0.5 : 0
  return hourly + nightly
}

/** From 0 to 1. */
function activity(seconds: number, host: Host, salt: number, channel: Channel): number {
  const own = salt * 16 + channels[channel]
  const rough =
    0.55 * smooth(seconds, 2700, own) + 0.3 * smooth(seconds, 240, own + 7) + 0.15 * smooth(seconds, 15, own + 3)
  return Math.min(1, Math.max(0, 0.42 * usage(seconds, host) + 0.5 * (rough - 0.5) + batch(seconds, host, salt)))
}

const saltOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

/** Seconds between two starts of a host. */
const restartEvery = 47 * day

/** What the agent of a host reports at an instant, always the same for the same instant. */
export function reportAt(host: Host, ms: number): ReportPayload {
  const { load, cores, memory, disk, full, gpus = [] } = host
  const salt = saltOf(host.name)
  const seconds = ms / 1000
  const at = (channel: Channel, ago = 0) => activity(seconds - ago, host, salt, channel)
  const cpuAt = (ago: number) => Math.min(99, 100 * load * at('cpu', ago) ** 1.3 + 1.5)
  const cpu = cpuAt(0)
  const used = memory * gib * Math.min(0.95, 0.22 + 0.55 * load * (0.7 + 0.3 * at('memory')))
  const growth = 0.02 * ((seconds / (12 * day) + salt / 97) % 1)
  const share = Math.min(0.985, full + growth)
  const mount = (path: string, size: number, usedShare: number) => ({
    ...{ path, type: 'ext4', total: Math.floor(size * gib), used: Math.floor(size * gib * usedShare) },
    ...{ inodes: 6_553_600, inodes_used: Math.floor(6_553_600 * usedShare * 0.4) },
  })
  const inRate = 3e6 * load
  const outRate = host.group === 'Edge' ? 4e7 * load : 5e6 * load
  const speedOf = (rate: number, channel: 'in' | 'out') =>
    Math.floor(
      rate *
        usage(seconds, host) *
        (0.7 +
          0.4 * smooth(seconds, 1500, salt + channels[channel]) +
          0.2 * smooth(seconds, 50, salt + 40 + channels[channel])),
    )
  const speed = { in: speedOf(inRate, 'in'), out: speedOf(outRate, 'out') }
  const uptime = Math.floor((seconds + salt * 3607) % restartEvery)
  const transferred = usedUp(seconds, host) - usedUp(seconds - uptime, host)
  const wait = 6 * load * at('wait') ** 3
  const steal = host.name === 'cdn-hkg' ? 5 * at('other') ** 2 : 0
  const reading = Math.floor(4e7 * load * at('disk') ** 3)
  const loadAt = (ago: number) => (cores * cpuAt(ago)) / 105
  const gpuUse = gpus.map((_, index) => Math.round(100 * Math.min(1, 0.35 + 0.7 * smooth(seconds, 1800, salt + index))))
  return {
    cpu,
    mem_used: Math.floor(used),
    swap_used: 0,
    disk_used: Math.floor(disk * gib * share),
    ...{ net_in_speed: speed.in, net_out_speed: speed.out },
    ...{ net_in_transfer: Math.floor(inRate * transferred), net_out_transfer: Math.floor(outRate * transferred) },
    ...{ load1: loadAt(20), load5: loadAt(150), load15: loadAt(450) },
    tcp_conn: Math.floor(40 + 700 * load * at('connections')),
    ...{ udp_conn: 12, process_count: 140 + Math.floor(cores * 2 + 30 * at('other')), uptime },
    disk_io: [{ name: 'nvme0n1', read_bytes_per_sec: reading, write_bytes_per_sec: Math.floor(reading * 0.6 + 2e5) }],
    temperature: Math.round(38 + 30 * load * at('cpu')),
    gpu:
      gpus.length === 0
        ? null
        : {
            count: gpus.length,
            average_usage: gpuUse.reduce((sum, one) => sum + one, 0) / gpus.length,
            detailed_info: gpus.map((name, index) => ({
              ...{ name, mem_total: 48 * gib, mem_used: Math.floor(48 * gib * (0.5 + (gpuUse[index] ?? 0) / 250)) },
              ...{ utilization: gpuUse[index] ?? 0, temperature: 42 + (gpuUse[index] ?? 0) * 0.35 },
            })),
          },
    ...{ cpu_user: Math.max(0, cpu - wait - steal) * 0.78, cpu_system: Math.max(0, cpu - wait - steal) * 0.22 },
    ...{ cpu_iowait: Math.min(cpu, wait), cpu_steal: Math.min(cpu, steal) },
    cores: Array.from({ length: cores }, (_, core) =>
      Math.min(100, cpu * (0.5 + smooth(seconds, 60, salt * 64 + core))),
    ),
    ...{ mem_free: Math.max(0, Math.floor(memory * gib - used * 1.27)), mem_buffers: Math.floor(used * 0.03) },
    ...{ mem_cached: Math.floor(used * 0.22), mem_shared: Math.floor(used * 0.02) },
    ...{ pressure_cpu: 12 * load * at('cpu') ** 3, pressure_memory: 0.1, pressure_memory_full: 0 },
    ...{ pressure_io: wait, pressure_io_full: wait * 0.6 },
    mounts: [
      mount('/', disk * 0.2, Math.min(0.7, share * 0.6)),
      mount('/srv', disk * 0.8, Math.min(0.985, share * 1.02)),
    ],
    interfaces: [
      { name: 'eth0', in_speed: speed.in, out_speed: speed.out },
      { name: 'wg0', in_speed: Math.floor(speed.in / 20), out_speed: Math.floor(speed.out / 30) },
    ],
    sensors: [
      { name: 'coretemp Package', celsius: Math.round(38 + 30 * load * at('cpu')) },
      { name: 'nvme Composite', celsius: Math.round(36 + 6 * at('disk')) },
    ],
  }
}

/** A latency in milliseconds between a host and a target at an instant; null for a lost packet now and then. */
export function latencyAt(host: Host, target: string, ms: number): number | null {
  const salt = saltOf(host.name + target)
  const seconds = ms / 1000
  if (noiseAt(Math.floor(seconds / 30), salt) > 0.997) return null
  const distance = 8 + (salt % 190)
  const busy = Math.max(0, usage(seconds, host) - 1.1)
  return (
    distance * (1 + 0.05 * smooth(seconds, 600, salt) + 0.12 * busy) + 2.5 * noiseAt(Math.floor(seconds / 10), salt + 1)
  )
}
