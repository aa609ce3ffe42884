import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { busyPercent, makeCpu, parseStat } from './cpu.ts'
import { linuxCpu } from './cpu-shares.ts'
import { makeInterfaces } from './interfaces.ts'
import type { KernelFile } from './kernel-file.ts'
import {
  countProcesses,
  makeLoad,
  makeMemory,
  makeUptime,
  parseLoadavg,
  parseMeminfo,
  parseSockstat,
  parseUptime,
} from './linux.ts'
import { makePressure, parsePressure } from './pressure.ts'

const file = (text: string | null): KernelFile => ({ read: () => text, close: () => {} })

describe('/proc/stat', () => {
  it.each([
    ['a present kernel', 'cpu  100 10 50 800 40 5 5 30 20 2\ncpu0 1 1 1 1\nintr 5 0\n', { busy: 148, total: 1040 }],
    ['kernel 2.6.11: without guest time', 'cpu  100 10 50 800 40 5 5 30\n', { busy: 170, total: 1040 }],
    ['kernel 2.4: four columns', 'cpu  100 10 50 800\n', { busy: 160, total: 960 }],
    ['two spaces less', 'cpu 1 2 3 4\n', { busy: 6, total: 10 }],
    ['huge numbers', 'cpu  9000000000000000 0 0 0 0 0 0 0 0 0\n', { busy: 9e15, total: 9e15 }],
  ])('%s', (_, text, expected) => {
    expect(parseStat(text)).toEqual(expected)
  })

  it.each(['', 'cpu\n', 'cpu  \n', 'cpu0 1 2 3 4\n', 'cpu  a b c d\n', 'cpu  1 2\n', '\u0000'])(
    'ignores malformed text: %j',
    (text) => {
      expect(parseStat(text)).toBeNull()
    },
  )

  it('results in a percentage from 0 to 100', () => {
    expect(busyPercent({ busy: 100, total: 1000 }, { busy: 175, total: 1300 })).toBe(25)
    expect(busyPercent({ busy: 100, total: 1000 }, { busy: 100, total: 1000 })).toBe(0)
    const time = fc.record({ busy: fc.double({ noNaN: true }), total: fc.double({ noNaN: true }) })
    fc.assert(
      fc.property(time, time, (before, after) => {
        fc.pre(Number.isFinite(after.total - before.total) && Number.isFinite(after.busy - before.busy))
        const percent = busyPercent(before, after)
        expect(percent >= 0 && percent <= 100).toBe(true)
      }),
    )
  })

  it('is sampled between readings and keeps the last value within a tick', () => {
    const times = [0, 300, 300, 600, 700].map((total, n) => ({ busy: [0, 75, 75, 75, 175][n] ?? 0, total }))
    const cpu = makeCpu(() => times.shift() ?? null)
    expect([cpu.sample(), cpu.sample(), cpu.sample()]).toEqual([{ cpu: 25 }, { cpu: 25 }, { cpu: 0 }])
    expect([cpu.sample(), cpu.sample()]).toEqual([{ cpu: 100 }, {}])
  })

  it('starts over with each connection', () => {
    const times = [
      { busy: 0, total: 0 },
      { busy: 1000, total: 1000 },
      { busy: 1000, total: 1100 },
    ]
    const cpu = makeCpu(() => times.shift() ?? null)
    cpu.reset?.()
    expect(cpu.sample()).toEqual({ cpu: 0 })
  })
})

describe('the states and cores of /proc/stat', () => {
  const texts = [
    'cpu  100 0 100 700 50 0 0 50 0 0\ncpu0 50 0 50 350 25 0 0 25 0 0\ncpu1 50 0 50 350 25 0 0 25 0 0\nintr 1\n',
    'cpu  140 10 120 800 100 0 10 120 5 0\ncpu0 90 0 60 350 25 0 0 25 0 0\ncpu1 50 0 50 450 75 0 0 95 0 0\nintr 1\n',
  ]

  it('are percentages between two readings', () => {
    const all = [...texts]
    const cpu = linuxCpu({ read: () => all.shift() ?? null, close: () => {} })
    expect(cpu.sample()).toMatchObject({
      ...{ cpu_user: 16.7, cpu_system: 10, cpu_iowait: 16.7, cpu_steal: 23.3 },
      cores: [100, 0],
    })
  })

  it('are missing without the columns, and while a core is switched on', () => {
    const old = ['cpu  1 2 3 4\n', 'cpu  5 6 7 8\n']
    const cpu = linuxCpu({ read: () => old.shift() ?? null, close: () => {} })
    expect(Object.keys(cpu.sample())).toEqual(['cpu'])
    const [first = '', second = ''] = texts
    const switched = [first, second.replace(/^cpu1 .*$/m, ''), second]
    const changing = linuxCpu({ read: () => switched.shift() ?? null, close: () => {} })
    expect(changing.sample()).not.toHaveProperty('cores')
    expect(changing.sample()).not.toHaveProperty('cores')
  })

  it('start over with each connection', () => {
    const all = [texts[0] ?? '', texts[0] ?? '', texts[1] ?? '', texts[1] ?? '']
    const cpu = linuxCpu({ read: () => all.shift() ?? null, close: () => {} })
    cpu.sample()
    cpu.reset?.()
    expect(cpu.sample()).toEqual({ cpu: 0, cores: [0, 0] })
  })
})

describe('pressure', () => {
  const text = 'some avg10=1.00 avg60=2.50 avg300=0.10 total=123\nfull avg10=0.00 avg60=0.75 avg300=0.00 total=12\n'
  it('is that of the last minute', () => {
    expect(parsePressure(text)).toEqual({ some: 2.5, full: 0.75 })
    expect(parsePressure('some avg10=0.00 avg60=12 avg300=0.00 total=0\n')).toEqual({ some: 12, full: null })
    expect(parsePressure('')).toEqual({ some: null, full: null })
  })

  it('is null where the kernel has none', () => {
    const pressure = makePressure((kind) => file(kind === 'io' ? text : null))
    expect(pressure.sample()).toEqual({
      ...{ pressure_cpu: null, pressure_memory: null, pressure_memory_full: null },
      ...{ pressure_io: 2.5, pressure_io_full: 0.75 },
    })
  })
})

describe('interfaces', () => {
  it('have rates once there are two readings, without the ends of containers', () => {
    let time = 0
    let counters = new Map([
      ['wg0', { in: 0, out: 0 }],
      ['eth0', { in: 100, out: 50 }],
      ['lo', { in: 1, out: 1 }],
      ['veth12ab', { in: 1, out: 1 }],
    ])
    const sampler = makeInterfaces(
      () => counters,
      () => time,
    )
    expect(sampler.sample()).toEqual({ interfaces: [] })
    time = 2000
    counters = new Map([...counters].map(([name, { in: received, out }]) => [name, { in: received + 200, out }]))
    counters.set('wg0', { in: 0, out: 40 })
    expect(sampler.sample()).toEqual({
      interfaces: [
        { name: 'eth0', in_speed: 100, out_speed: 0 },
        { name: 'wg0', in_speed: 0, out_speed: 20 },
      ],
    })
    sampler.reset?.()
    expect(sampler.sample()).toEqual({ interfaces: [] })
  })
})

describe('/proc/meminfo', () => {
  const present = [
    'MemTotal:       24684084 kB',
    'MemFree:        24052164 kB',
    'MemAvailable:   24252424 kB',
    'Buffers:           10100 kB',
    'Cached:           365140 kB',
    'SwapCached:            0 kB',
    'SwapTotal:       2097148 kB',
    'SwapFree:        1997148 kB',
  ]
  it('of a current kernel', () => {
    expect(parseMeminfo(present.join('\n'))).toEqual({
      total: 24684084 * 1024,
      used: (24684084 - 24252424) * 1024,
      swapTotal: 2097148 * 1024,
      swapUsed: 100000 * 1024,
      breakdown: null,
    })
  })

  it('of a kernel without MemAvailable: free, buffers and cache count as available', () => {
    const text = present.filter((line) => !line.startsWith('MemAvailable')).join('\n')
    expect(parseMeminfo(text)?.used).toBe((24684084 - 24052164 - 10100 - 365140) * 1024)
  })

  it('is broken down; shared memory is not cache', () => {
    const text = [...present, 'Shmem:            1140 kB', 'SReclaimable:     2000 kB'].join('\n')
    expect(makeMemory(file(text)).sample()).toMatchObject({
      mem_free: 24052164 * 1024,
      mem_buffers: 10100 * 1024,
      mem_cached: (365140 + 2000 - 1140) * 1024,
      mem_shared: 1140 * 1024,
    })
  })

  it('of a host without swap', () => {
    const text = present.filter((line) => !line.startsWith('Swap')).join('\n')
    expect(parseMeminfo(text)).toMatchObject({ swapTotal: 0, swapUsed: 0 })
  })

  it('that is inconsistent is clamped to zero', () => {
    expect(parseMeminfo('MemTotal: 10 kB\nMemAvailable: 20 kB\nSwapTotal: 1 kB\nSwapFree: 2 kB\n')).toEqual({
      total: 10240,
      used: 0,
      swapTotal: 1024,
      swapUsed: 0,
      breakdown: null,
    })
  })

  it.each(['', 'MemTotal: lots\n', 'MemTotal:        24684084 MB\n'])('ignores malformed text: %j', (text) => {
    expect(parseMeminfo(text)).toBeNull()
    expect(makeMemory(file(text)).sample()).toEqual({})
  })
})

describe('/proc/loadavg and /proc/uptime', () => {
  it('are parsed', () => {
    expect(parseLoadavg('0.28 0.14 12.09 2/96 7079\n')).toEqual({ load1: 0.28, load5: 0.14, load15: 12.09 })
    expect(parseUptime('1104.95 2075.71\n')).toBe(1104)
  })

  it.each([null, '', 'x y z', '0.1 0.2', '-'])('are omitted if they are %j', (text) => {
    expect(makeLoad(file(text)).sample()).toEqual({})
  })

  it.each([null, '', 'x', '-5.0 1'])('uptime is omitted if it is %j', (text) => {
    expect(makeUptime(file(text)).sample()).toEqual({})
  })
})

describe('/proc/net/sockstat', () => {
  const v4 = 'sockets: used 316\nTCP: inuse 12 orphan 1 tw 5 alloc 14 mem 226\nUDP: inuse 7 mem 0\nUDPLITE: inuse 9\n'
  const v6 = 'TCP6: inuse 3\nUDP6: inuse 2\nUDPLITE6: inuse 9\nRAW6: inuse 9\n'
  it('counts all states of both families once', () => {
    expect(parseSockstat(v4, v6)).toEqual({ tcp_conn: 12 + 5 + 3, udp_conn: 9 })
  })

  it('works without IPv6 and without lines', () => {
    expect(parseSockstat(v4, '')).toEqual({ tcp_conn: 17, udp_conn: 7 })
    expect(parseSockstat('', 'garbage')).toEqual({ tcp_conn: 0, udp_conn: 0 })
  })
})

describe('/proc', () => {
  it('only counts processes', () => {
    expect(countProcesses(['1', '42', '4194304', 'self', 'thread-self', 'sys', '1a', '12:3', ''])).toBe(3)
  })
})
