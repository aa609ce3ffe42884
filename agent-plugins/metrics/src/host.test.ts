import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, platform, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { Report, type ReportPayload, SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import plugin from './index.ts'
import { openKernelFile } from './kernel-file.ts'
import { type Host, makeLinux } from './linux.ts'
import { hypervisorOf, makePortable, volumeIo } from './portable.ts'

vi.setConfig({ testTimeout: 60_000 })

let root: string
let hosts: Host[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-host-'))
  hosts = []
})
afterEach(() => {
  for (const host of hosts) host.close()
  rmSync(root, { recursive: true, force: true })
})
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const keep = (host: Host) => {
  hosts.push(host)
  return host
}
async function sample({ samplers }: Host): Promise<Partial<ReportPayload>> {
  return Object.assign({}, ...(await Promise.all(samplers.map((sampler) => sampler.sample()))))
}

describe('a kernel file', () => {
  it('stays open and returns the current content', () => {
    put('/a', 'one')
    const file = openKernelFile(join(root, 'a'))
    expect(file.read()).toBe('one')
    put('/a', 'a longer two')
    expect(file.read()).toBe('a longer two')
    file.close()
  })

  it('may exceed the buffer', () => {
    const text = Array.from({ length: 200_000 }, (_, n) => n % 10).join('')
    put('/a', text)
    const file = openKernelFile(join(root, 'a'))
    expect(file.read()).toBe(text)
    file.close()
  })

  it('is null if missing', () => {
    const file = openKernelFile(join(root, 'later'))
    expect(file.read()).toBeNull()
    put('/later', 'here')
    expect(file.read()).toBe('here')
    file.close()
    expect(openKernelFile(root).read()).toBeNull()
  })
})

describe('a Linux host', () => {
  const netDev = (bytes: number) => `a\nb\n  eth0: ${bytes} 0 0 0 0 0 0 0 ${bytes * 2} 0 0 0 0 0 0 0\n`
  const breakdown = 'MemFree: 300 kB\nCached: 100 kB\nShmem: 50 kB\n'
  function fill() {
    put('/proc/stat', 'cpu  100 0 0 900 0 0 0 0 0 0\ncpu0 100 0 0 900 0 0 0 0 0 0\n')
    put('/proc/meminfo', `MemTotal: 1000 kB\nMemAvailable: 400 kB\nSwapTotal: 100 kB\nSwapFree: 60 kB\n${breakdown}`)
    put('/proc/loadavg', '0.5 0.25 0.125 1/100 5\n')
    put('/proc/uptime', '86400.5 1\n')
    put('/proc/net/dev', netDev(1000))
    put('/proc/net/sockstat', 'TCP: inuse 3 orphan 0 tw 1 alloc 1 mem 1\nUDP: inuse 2 mem 0\n')
    put('/proc/pressure/cpu', 'some avg10=0.00 avg60=1.50 avg300=0.00 total=1\n')
    put('/proc/diskstats', '8 0 sda 1 1 100 1 1 1 200 1 0 1 1\n')
    put('/proc/self/mountinfo', `1 0 8:1 / ${root} rw - ext4 /dev/sda1 rw\n`)
    put('/proc/1/status', '')
    put('/proc/77/status', '')
    put('/sys/block/sda/device/model', 'disk')
    put('/sys/class/hwmon/hwmon0/temp1_input', '45000\n')
  }

  it('is read from its files', async () => {
    fill()
    let time = 0
    const host = keep(makeLinux({ root, temperature: true, now: () => time }))
    expect(await sample(host)).toMatchObject({ disk_io: [] })
    time = 2000
    put('/proc/stat', 'cpu  150 0 0 1050 0 0 0 0 0 0\ncpu0 150 0 0 1050 0 0 0 0 0 0\n')
    put('/proc/net/dev', netDev(3000))
    put('/proc/diskstats', '8 0 sda 1 1 104 1 1 1 200 1 0 1 1\n')
    expect(await sample(host)).toEqual({
      cpu: 25,
      mem_used: 600 * 1024,
      swap_used: 40 * 1024,
      load1: 0.5,
      load5: 0.25,
      load15: 0.125,
      uptime: 86400,
      net_in_speed: 1000,
      net_out_speed: 2000,
      net_in_transfer: 2000,
      net_out_transfer: 4000,
      tcp_conn: 4,
      udp_conn: 2,
      process_count: 2,
      disk_used: expect.any(Number),
      disk_io: [{ name: 'sda', read_bytes_per_sec: 1024, write_bytes_per_sec: 0 }],
      temperature: 45,
      ...{ cpu_user: 25, cpu_system: 0, cpu_iowait: 0, cpu_steal: 0, cores: [25] },
      ...{ mem_free: 300 * 1024, mem_buffers: 0, mem_cached: 50 * 1024, mem_shared: 50 * 1024 },
      ...{ pressure_cpu: 1.5, pressure_memory: null, pressure_memory_full: null },
      ...{ pressure_io: null, pressure_io_full: null },
      mounts: [expect.objectContaining({ path: root, type: 'ext4' })],
      interfaces: [{ name: 'eth0', in_speed: 1000, out_speed: 2000 }],
      sensors: [{ name: 'hwmon0 1', celsius: 45 }],
    })
  })

  it('has no temperature if disabled', async () => {
    fill()
    expect(await sample(keep(makeLinux({ root, temperature: false })))).not.toHaveProperty('temperature')
  })

  it.each([
    ['/proc/stat', ['cpu', 'cores']],
    ['/proc/meminfo', ['mem_used', 'swap_used', 'mem_free', 'mem_buffers', 'mem_cached', 'mem_shared']],
    ['/proc/loadavg', ['load1', 'load5', 'load15']],
    ['/proc/uptime', ['uptime']],
    [
      '/proc/net',
      [
        ...['net_in_speed', 'net_out_speed', 'net_in_transfer', 'net_out_transfer', 'tcp_conn', 'udp_conn'],
        'interfaces',
      ],
    ],
  ])('misses only its own fields when %s is not there, and has them when it comes back', async (path, fields) => {
    fill()
    const all = Object.keys(await sample(keep(makeLinux({ root, temperature: true }))))
    renameSync(join(root, path), join(root, 'away'))
    const host = keep(makeLinux({ root, temperature: true }))
    const found = await sample(host)
    expect(Object.keys(found).sort()).toEqual(all.filter((name) => !fields.includes(name)).sort())
    renameSync(join(root, 'away'), join(root, path))
    // the usage of cores needs two readings
    await sample(host)
    expect(Object.keys(await sample(host)).sort()).toEqual(all.sort())
  })

  it('has complete but empty facts without files', async () => {
    const facts = await keep(makeLinux({ root, temperature: true })).facts()
    expect(facts).toMatchObject({ os: 'Linux', mem_total: 0, swap_total: 0, disk_total: 0, cpu_cores: cpus().length })
  })

  it('monitored from a container has its own name', async () => {
    put('/etc/os-release', 'NAME="Alpine Linux"')
    put('/host/etc/os-release', 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"')
    expect(await keep(makeLinux({ root, temperature: true })).facts()).toMatchObject({
      os: 'Linux (Debian GNU/Linux 13 (trixie))',
    })
  })
})

describe('this host', () => {
  let agent: TestAgent | undefined
  afterEach(async () => {
    await agent?.close()
    agent = undefined
  })

  it('reports itself through a real agent', async () => {
    agent = await createTestAgent({ plugins: [{ plugin, capabilities: [] }] })
    const info = await agent.server.next(SystemInfo)
    expect(info).toMatchObject({ cpu_cores: cpus().length, agent_local_capabilities: 0 })
    expect(info.cpu_name).not.toBe('')
    expect(info.os).not.toBe('')
    expect(info.disk_total).toBeGreaterThan(0)
    if (platform() === 'linux') expect(info.mem_total).toBe(totalmem())

    const report = await agent.server.next(Report)
    expect(report.mem_used).toBeGreaterThan(0)
    expect(report.mem_used).toBeLessThan(totalmem())
    expect(report.disk_used).toBeGreaterThan(0)
    expect(report.disk_used).toBeLessThanOrEqual(info.disk_total)
    expect(report.process_count).toBeGreaterThan(0)
    expect(report.uptime).toBeGreaterThan(0)
    expect(report.gpu).toBeNull()
    if (platform() === 'linux') expect(report.disk_io).toEqual([])
    const later = await agent.server.next(Report)
    expect(later.cores).toHaveLength(cpus().length)
    expect(later.mounts?.length).toBeGreaterThan(0)
    expect(later.mem_free).toBeGreaterThan(0)
    expect(later.net_in_transfer).toBeGreaterThanOrEqual(report.net_in_transfer)
    expect(agent.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  it('reports a GPU only if enabled, and works without one', async () => {
    agent = await createTestAgent({
      plugins: [{ plugin, capabilities: [] }],
      config: { collector: { enable_gpu: true, enable_temperature: false } },
    })
    expect(await agent.server.next(Report)).toMatchObject({ temperature: null })
  })

  it('can also be read through the portable library', async () => {
    const host = keep(makePortable({ temperature: true }))
    await sample(host)
    const found = await sample(host)
    expect(found.mem_used).toBeGreaterThan(0)
    expect(found.disk_used).toBeGreaterThan(0)
    expect(found.cpu).toBeGreaterThanOrEqual(0)
    expect(found.uptime).toBeGreaterThan(0)
    expect(found.net_in_transfer).toBeGreaterThanOrEqual(0)
    expect(found.cores).toHaveLength(cpus().length)
    expect(found.mounts?.length).toBeGreaterThan(0)
    // rates need two readings
    expect(found.disk_io).toEqual([])
    await vi.waitFor(async () => expect((await sample(host)).process_count).toBeGreaterThan(0), 30_000)
    expect(await host.facts()).toMatchObject({ cpu_cores: cpus().length, mem_total: totalmem() })
  })

  it('has disk I/O by mount point and the hypervisor through the portable library', () => {
    expect(volumeIo(undefined)).toEqual([])
    expect(volumeIo({ rx_sec: null, wx_sec: null })).toEqual([])
    expect(volumeIo({ rx_sec: 10.7, wx_sec: -1 })).toEqual([
      { name: '/', read_bytes_per_sec: 10, write_bytes_per_sec: 0 },
    ])
    // Windows
    expect(volumeIo(null)).toBeNull()
    expect(hypervisorOf({ virtual: false, virtualHost: '' })).toBeNull()
    expect(hypervisorOf({ virtual: true, virtualHost: 'Hyper-V' })).toBe('hyperv')
    expect(hypervisorOf({ virtual: true })).toBe('vm')
  })
})
