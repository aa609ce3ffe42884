import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { maxProcesses, Process, Processes } from '@svc/plugin-processes/wire'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHost } from '../test/proc-tree.ts'
import { makeCollector } from './collector.ts'
import { parseBootTime, parsePageSize } from './host.ts'

let host: ReturnType<typeof makeHost>
let time = 0
const { signal } = new AbortController()
beforeEach(() => {
  host = makeHost()
  time = 0
})
afterEach(() => host.remove())

/** A collector on a clock that the test moves, of a host that started 5000 seconds ago. */
function start() {
  const collect = makeCollector({ root: host.root, now: () => time, uptime: () => 5000 + time / 1000 })
  return async () => (await collect(signal))?.list
}
const cpuOf = async (pid: number, look: ReturnType<typeof start>) =>
  (await look())?.processes.find((one) => one.pid === pid)?.cpu

describe('a process list', () => {
  it('contains the details of each process', async () => {
    host.put(1, { comm: 'systemd', pages: 100, threads: 1, startedAt: 250 })
    host.put(77, { comm: 'nginx', pages: 5000, threads: 4, startedAt: 490_000, uid: 33 })
    host.put(80, { comm: 'app', uid: 1234 })
    const look = start()
    await look()
    time = 2000
    host.put(77, { comm: 'nginx', pages: 5000, threads: 4, startedAt: 490_000, uid: 33, ticks: 300 })
    const list = await look()
    expect(list).toMatchObject({ total: 3, partial: false })
    expect(list?.processes).toEqual([
      {
        pid: 77,
        name: 'nginx',
        user: 'www-data',
        cpu: 150,
        mem: 5000 * 4096,
        threads: 4,
        started: 1_700_004_900,
        command: null,
        container: null,
      },
      {
        pid: 1,
        name: 'systemd',
        user: 'root',
        cpu: 0,
        mem: 100 * 4096,
        threads: 1,
        started: 1_700_000_002,
        command: null,
        container: null,
      },
      {
        pid: 80,
        name: 'app',
        user: '1234',
        cpu: 0,
        mem: 10 * 4096,
        threads: 1,
        started: 1_700_000_010,
        command: null,
        container: null,
      },
    ])
  })

  it('contains command line and container, unless the host does not allow command lines', async () => {
    host.put(1, { comm: 'node' })
    host.write('proc/1/cmdline', 'node\0server.js\0--token=abc\0')
    host.write('proc/1/cgroup', `0::/system.slice/docker-${'c0de'.repeat(16)}.scope\n`)
    expect((await start()())?.processes).toMatchObject([
      { command: 'node server.js --token=***', container: 'c0dec0dec0de' },
    ])
    const silent = makeCollector({ root: host.root, commandLines: false })
    expect((await silent(signal))?.list.processes).toMatchObject([{ command: null, container: 'c0dec0dec0de' }])
  })

  it('omits kernel threads', async () => {
    host.put(1, { comm: 'init' })
    host.put(2, { comm: 'kthreadd', flags: 0x0020_8040, pages: 0 })
    expect(await start()()).toMatchObject({ total: 1, processes: [{ pid: 1 }] })
  })

  it('is the union of the top 20 by CPU and by memory, and counts all processes', async () => {
    const look = start()
    for (let n = 1; n <= 100; n++) host.put(n, { comm: `p${n}`, pages: n })
    await look()
    time = 1000
    for (let n = 1; n <= 100; n++) host.put(n, { comm: `p${n}`, pages: n, ticks: 100 - n })
    const list = await look()
    expect(list?.total).toBe(100)
    const pids = list?.processes.map(({ pid }) => pid)
    const wanted = [...Array.from({ length: 20 }, (_, n) => n + 1), ...Array.from({ length: 20 }, (_, n) => 100 - n)]
    expect(pids).toEqual(wanted)
    expect(pids).toHaveLength(maxProcesses)
  })

  it('cannot be spoofed by process names', async () => {
    host.put(1, { comm: 'a) S \u202Egpj' })
    host.put(2, { comm: 'two\nlines' })
    host.put(3, { comm: '' })
    host.put(4, { comm: '数据库' })
    const names = (await start()())?.processes.map(({ name }) => name)
    expect(names).toEqual(['a) S ?gpj', 'two?lines', '', '数据库'])
  })

  it('completes a truncated name, only from the executable', async () => {
    host.put(1, { comm: 'prometheus-node', exe: '/usr/bin/prometheus-node-exporter (deleted)' })
    host.put(2, { comm: 'worker-thread-1', exe: '/usr/bin/python3' })
    host.put(3, { comm: 'sh', exe: '/bin/shell' })
    const names = (await start()())?.processes.map(({ name }) => name)
    expect(names).toEqual(['prometheus-node-exporter', 'worker-thread-1', 'sh'])
  })

  it('skips exited processes and malformed files', async () => {
    host.put(1, { comm: 'init' })
    host.put(5, { comm: 'short' })
    const look = start()
    await look()
    host.end(5)
    mkdirSync(join(host.root, 'proc/6'))
    mkdirSync(join(host.root, 'proc/7'))
    host.write('proc/7/stat', 'nonsense')
    expect(await look()).toMatchObject({ total: 1, partial: false, processes: [{ pid: 1 }] })
  })

  it('reports that processes of other users are hidden', async () => {
    host.put(40, { comm: 'mine' })
    expect(await start()()).toMatchObject({ total: 1, partial: true })
  })

  it('fails without any process', async () => {
    await expect(start()()).rejects.toThrow('no process')
    host.remove()
    await expect(start()()).rejects.toThrow('ENOENT')
  })
})

describe('CPU', () => {
  it('is measured between two snapshots and never negative', async () => {
    const look = start()
    const set = (ticks: number) => host.put(1, { comm: 'x', ticks })
    set(100)
    await look()
    for (const [at, ticks, expected] of [
      [3000, 100, 0],
      [6000, 250, 50],
      [9000, 850, 200],
      [12_000, 840, 0],
    ] as const) {
      time = at
      set(ticks)
      expect(await cpuOf(1, look)).toBe(expected)
    }
  })

  it('is not mixed up when a process id is reused', async () => {
    const look = start()
    host.put(1, { comm: 'old', ticks: 100_000, startedAt: 100 })
    await look()
    time = 4000
    host.put(1, { comm: 'new', ticks: 20, startedAt: 500_200 })
    expect(await cpuOf(1, look)).toBe(5)
  })

  it('of a new process is relative to the interval; in the first snapshot, to its lifetime', async () => {
    const look = start()
    host.put(1, { comm: 'init' })
    await look()
    time = 2000
    host.put(2, { comm: 'new', ticks: 50, startedAt: 500_190 })
    host.put(3, { comm: 'unhidden', ticks: 10_000, startedAt: 400_200 })
    const list = await look()
    expect(list?.processes.slice(0, 2)).toMatchObject([
      { pid: 2, cpu: 25 },
      { pid: 3, cpu: 10 },
    ])
  })
})

it('reads changed user names', async () => {
  host.put(1, { comm: 'init', uid: 33 })
  const look = start()
  const user = async () => (await look())?.processes[0]?.user
  expect(await user()).toBe('www-data')
  host.write('etc/passwd', `broken\n:x:1:\n${'x'.repeat(100)}\u202E:x:33:33::/:/bin/sh\nlater:x:33:33\n`)
  expect(await user()).toBe('x'.repeat(64))
})

it('the processes of this host match the message schema', async () => {
  const collect = makeCollector()
  await collect(signal)
  const list = (await collect(signal))?.list
  expect(list?.processes.map((one) => Object.keys(one))).toEqual(
    list?.processes.map(() => Object.keys(Process.properties)),
  )
  expect(Object.keys(Processes.schema.properties).sort()).toEqual(Object.keys(list ?? {}).sort())
  expect(list?.processes).not.toEqual([])
})

it('this process is listed with its memory and start', async () => {
  // the real files, but of no other process, which might be larger or busier
  rmSync(join(host.root, 'proc/stat'))
  for (const name of ['stat', process.pid]) symlinkSync(`/proc/${name}`, join(host.root, `proc/${name}`))
  const list = (await makeCollector({ root: host.root })(signal))?.list
  const own = list?.processes.find(({ pid }) => pid === process.pid)
  expect(own?.mem).toBeGreaterThan(1024 * 1024)
  expect(own?.started).toBeLessThanOrEqual(Date.now() / 1000)
})

it('yields to the event loop with very many processes', async () => {
  const many = 3000
  for (let pid = 1; pid <= many; pid++) host.put(pid, { comm: 'x' })
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  // A clock that runs one millisecond per look at it: as slow as a machine can be.
  const collect = makeCollector({ root: host.root, now: () => ++time })
  setImmediate(count)
  const collected = await collect(signal)
  isDone = true
  expect(collected?.list.total).toBe(many)
  expect(turns).toBeGreaterThan(many / 10)
})

it('stops on abort', async () => {
  for (let pid = 1; pid <= 50; pid++) host.put(pid, { comm: 'x' })
  const over = new AbortController()
  const collecting = makeCollector({ root: host.root, now: () => ++time })(over.signal)
  over.abort()
  expect(await collecting).toBeNull()
})

describe('the host', () => {
  it('reads the page size', () => {
    const words = (values: number[], write: (buffer: Buffer, value: number, at: number) => void, bytes: number) => {
      const buffer = Buffer.alloc(values.length * bytes)
      values.forEach((value, n) => {
        write(buffer, value, n * bytes)
      })
      return buffer
    }
    const vector = [33, 7, 6, 16_384, 0, 0]
    const wide = words(vector, (buffer, value, at) => buffer.writeBigUInt64LE(BigInt(value), at), 8)
    expect(parsePageSize(wide, 8, 'LE')).toBe(16_384)
    const big = words(vector, (buffer, value, at) => buffer.writeBigUInt64BE(BigInt(value), at), 8)
    expect(parsePageSize(big, 8, 'BE')).toBe(16_384)
    const narrow = words(vector, (buffer, value, at) => buffer.writeUInt32LE(value, at), 4)
    expect(parsePageSize(narrow, 4, 'LE')).toBe(16_384)
    expect(parsePageSize(Buffer.alloc(5), 8, 'LE')).toBe(4096)
  })

  it.each([
    ['cpu 1\nbtime 1700000000\n', 1_700_000_000],
    ['cpu 1\n', null],
    ['btime x', null],
  ])('parses the boot time: %j', (text, expected) => {
    writeFileSync(join(host.root, 'proc/stat'), text)
    expect(parseBootTime(text)).toBe(expected)
  })
})
