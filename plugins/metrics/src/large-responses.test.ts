import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { ReportPayload } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { packPeriod } from '@svc/series'
import { expect, it, vi } from 'vitest'
import { fleet, kernel, withFleet } from '../test/with-fleet.ts'
import { columns } from './columns.ts'
import { makeReader } from './history.ts'
import { bodyOf } from './json-stream.ts'
import { recordsStore } from './records-store.ts'
import { sanitize } from './sanitize.ts'
import { sealBlock } from './sealing/block-code.ts'
import { databaseOf } from './testing.ts'

// the maintenance worker compiles its sources on start
vi.setConfig({ testTimeout: 60_000 })

const noon = Date.UTC(2026, 4, 1, 12)
const hour = noon / 3_600_000

withFleet(noon)

/** A report with the maximum number of devices and name length. */
const largest = (minute: number) =>
  sanitize(
    report({
      disk_io: Array.from({ length: 256 }, (_, i) => ({
        name: String.fromCharCode(1 + (i % 31)).repeat(16),
        read_bytes_per_sec: i * minute ** 5,
        write_bytes_per_sec: 7 * i,
      })),
    }),
  )
const slots = Array.from({ length: 60 }, (_, minute) => minute)
const hourOf = (payload: (minute: number) => ReportPayload) =>
  sealBlock({ slots, cells: columns.map(({ take }) => slots.map((minute) => take(payload(minute)))) })

it('a history of any length is sent, in parts', async () => {
  const server = fleet.add(7)
  const block = hourOf(largest)
  const insert = kernel.database.prepare('INSERT INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)')
  for (let ago = 1; ago <= 48; ago++) insert.run(packPeriod(7, hour - ago), hour - ago, block)
  const ask = async (from: string, more = '') => {
    const url = `/api/servers/${server.id}/records?from=${from}&to=2026-05-01T11:59:00Z&interval=raw${more}`
    const answer = await kernel.as('member').inject(url)
    const times = answer.json().data.map(({ time }: { time: string }) => time)
    return { length: answer.rawPayload.length, times }
  }
  const timesOf = (hours: number) =>
    Array.from({ length: hours * 60 }, (_, i) =>
      new Date(noon - hours * 3_600_000 + i * 60_000).toISOString().replace('.000', ''),
    )
  const all = await ask('2026-04-29T12:00:00Z')
  expect(all.length).toBeGreaterThan(64 * 1024 * 1024)
  expect(all.times).toEqual(timesOf(48))
  expect((await ask('2026-05-01T09:00:00Z')).times).toEqual(timesOf(3))
  expect((await ask('1970-01-01T00:00:00Z', '&fields=cpu')).times).toEqual(timesOf(48))
})

it('parts arrive whole, compressed or not, however slowly they are read', async () => {
  const server = fleet.add(7)
  const block = hourOf(largest)
  const insert = kernel.database.prepare('INSERT INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)')
  for (let ago = 1; ago <= 24; ago++) insert.run(packPeriod(7, hour - ago), hour - ago, block)
  const path = `/api/servers/${server.id}/records?from=2026-04-30T12:00:00Z&to=2026-05-01T11:59:00Z&interval=raw`
  const url = new URL(path, await kernel.listen())
  const read = async (encoding: string, pauseMs: number) => {
    const headers = { ...kernel.as('member').headers, 'accept-encoding': encoding }
    const [answer] = (await once(request(url, { headers, agent: false }).end(), 'response')) as [IncomingMessage]
    const hash = createHash('sha256')
    const decoded = encoding === 'gzip' ? answer.pipe(createGunzip()) : answer
    let length = 0
    for await (const chunk of decoded) {
      hash.update(chunk)
      length += chunk.length
      if (pauseMs > 0 && length % 7 === 0) await sleep(pauseMs)
    }
    return { length, digest: hash.digest('hex') }
  }
  const expected = createHash('sha256')
    .update((await kernel.as('member').inject(path)).rawPayload)
    .digest('hex')
  for (const [encoding, pauseMs] of [
    ['identity', 0],
    ['identity', 1],
    ['gzip', 0],
    ['gzip', 1],
  ] as const) {
    const { length, digest } = await read(encoding, pauseMs)
    expect([encoding, digest]).toEqual([encoding, expected])
    expect(length).toBeGreaterThan(32 * 1024 * 1024)
  }
})

it('a long range is read again as it is stored by then', async () => {
  const server = fleet.add(7)
  const put = kernel.database.prepare('INSERT OR REPLACE INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)')
  const seal = (ago: number, cpu: number) =>
    put.run(
      packPeriod(7, hour - ago),
      hour - ago,
      hourOf(() => sanitize(report({ cpu }))),
    )
  for (let ago = 1; ago <= 240; ago++) seal(ago, 10)
  const path = `/api/servers/${server.id}/records?from=2026-04-21T12:00:00Z&to=2026-05-01T11:59:00Z&interval=raw&fields=cpu`
  const read = async (): Promise<{ time: string; cpu: number }[]> =>
    (await kernel.as('member').inject(path)).json().data
  const first = await read()
  expect([first.length, new Set(first.map(({ cpu }) => cpu))]).toEqual([14_400, new Set([10])])
  expect(await read()).toEqual(first)
  seal(100, 20)
  const changed = (await read()).flatMap(({ time, cpu }) => (cpu === 20 ? [time] : []))
  expect([changed.length, changed[0]]).toEqual([60, '2026-04-27T08:00:00Z'])
})

it('a reader that leaves while the response is compressed does no harm', async () => {
  const server = fleet.add(7)
  const insert = kernel.database.prepare('INSERT INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)')
  insert.run(packPeriod(7, hour - 1), hour - 1, hourOf(largest))
  const path = `/api/servers/${server.id}/records?from=2026-05-01T10:00:00Z&to=2026-05-01T11:59:00Z&interval=raw`
  const url = new URL(path, await kernel.listen())
  const headers = { ...kernel.as('member').headers, 'accept-encoding': 'gzip' }
  const ask = () => request(url, { headers, agent: false }).on('error', () => undefined)
  let took = 0
  // The first one also starts the worker.
  for (let turn = 0; turn < 2; turn++) {
    const started = performance.now()
    const [answer] = (await once(ask().end(), 'response')) as [IncomingMessage]
    took = performance.now() - started
    answer.resume()
  }
  // At each moment of a response: the memory of its bytes must not be freed while they are read.
  for (let part = 0; part < 30; part++) {
    const leaving = ask().end()
    await sleep((1.5 * took * part) / 30)
    leaving.destroy()
  }
  expect((await kernel.as('member').inject(path)).statusCode).toBe(200)
})

/** Parts of a megabyte, and how many were read. */
function partsOf(total: number) {
  const state = { read: 0, closed: false }
  async function* parts() {
    try {
      for (; state.read < total; state.read += 1) yield new Uint8Array(2 ** 20).fill(32)
      yield new TextEncoder().encode(']}')
    } finally {
      state.closed = true
    }
  }
  return { state, rest: parts() }
}

it('a slow reader does not fill the memory, and one that leaves ends the reading', async () => {
  const { state, rest } = partsOf(1000)
  const stream = bodyOf({ bytes: new TextEncoder().encode('{"data":['), rest }) as Readable
  stream.pipe(new Writable({ write() {} }))
  // Each part takes a turn of the event loop, unless nobody asks for it.
  for (let turn = 0; turn < 5000; turn += 1) await new Promise(setImmediate)
  expect(state).toEqual({ read: expect.toSatisfy((read: number) => read < 10), closed: false })
  stream.destroy()
  await vi.waitFor(() => expect(state.closed).toBe(true))
})

it('a part is freed once the one after it was taken, and the last ones with the response', async () => {
  const parts: Uint8Array[] = []
  const offload = (_: URL, { from }: { from: number }) => {
    const bytes = new Uint8Array(9)
    parts.push(bytes)
    return Promise.resolve({ bytes, next: from < 3 ? from + 1 : undefined } as never)
  }
  const read = makeReader({ db: databaseOf(kernel), log: { error() {} }, offload: offload as never })
  const { rest, release } = await read({ tier: 'raw', serverId: '', number: 1, from: 0, to: 40_000 }, 'ann')
  const sizes: number[][] = []
  for await (const _ of rest ?? []) sizes.push(parts.map(({ length }) => length))
  expect(sizes).toEqual([
    [9, 9],
    [0, 9, 9],
    [0, 0, 9, 9],
  ])
  release()
  expect(parts.map(({ length }) => length)).toEqual([0, 0, 0, 0])
})

it('a reader may have only some long responses at the same time', async () => {
  const offload = (_: URL, part: unknown) =>
    Promise.resolve({ bytes: new Uint8Array(1), next: (part as { from: number }).from + 1 } as never)
  const read = makeReader({ db: databaseOf(kernel), log: { error() {} }, offload })
  const range = { tier: 'raw', serverId: '', number: 1, from: 0, to: 40_000 } as const
  const open = async (reader: string) => {
    const { rest } = await read(range, reader)
    await rest?.next()
    return rest
  }
  const streams = await Promise.all(Array.from({ length: 8 }, () => open('ann')))
  await expect(open('ann')).rejects.toMatchObject({ status: 429 })
  await (await open('bob'))?.return()
  await streams[0]?.return()
  await (await open('ann'))?.return()
  for (const stream of streams) await stream?.return()
})

it('a sealed hour is decoded once while its block is unchanged', async () => {
  const server = fleet.add(7)
  const block = hourOf((minute) => report({ cpu: minute }))
  const insert = kernel.database.prepare('INSERT INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)')
  insert.run(packPeriod(7, hour - 1), hour - 1, block)
  const read = async () => {
    const url = `/api/servers/${server.id}/records?from=2026-05-01T11:00:00Z&to=2026-05-01T11:59:00Z&fields=cpu`
    return (await kernel.as('member').inject(url)).json().data.map(({ cpu }: { cpu: number }) => cpu)
  }
  expect(await read()).toEqual(slots)
  // unreadable, but with the same length and checksum
  block.fill(0, 0, block.length - 4)
  kernel.database.prepare('UPDATE metrics_sealed_hours SET block = ?').run(block)
  expect(await read()).toEqual(slots)
})

it('hosts with very many devices are read in the worker, even for short ranges', async () => {
  const db = databaseOf(kernel)
  const insert = kernel.database.prepare('INSERT INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)')
  const disk_io = Array.from({ length: 8 }, (_, i) => ({
    name: `nvme${i}n1`,
    read_bytes_per_sec: i,
    write_bytes_per_sec: i,
  }))
  const hosts = [() => report({ disk_io }), largest, () => largest(0)]
  for (const [number, payload] of hosts.entries()) {
    insert.run(packPeriod(number, hour - 1), hour - 1, hourOf(payload))
    recordsStore(db).write(
      slots.map((minute) => ({ serverId: '', number, minute: hour * 60 + minute, report: payload(minute) })),
    )
  }
  const inWorker: number[] = []
  const offload = (_: URL, range: unknown) => {
    inWorker.push((range as { number: number }).number)
    return Promise.resolve({ bytes: new Uint8Array() } as never)
  }
  const read = makeReader({ db, log: { error() {} }, offload })
  for (const number of hosts.keys()) {
    const range = { tier: 'raw' as const, serverId: '', number }
    await read({ ...range, from: (hour - 1) * 60, to: hour * 60 }, 'ann')
    await read({ ...range, from: hour * 60, to: hour * 60 + 59 }, 'ann')
    await read({ ...range, from: (hour - 1) * 60, to: hour * 60 + 59, fields: ['cpu'] }, 'ann')
  }
  expect(inWorker).toEqual([1, 1, 2, 2])
})

it('the charts of one user do not keep another one waiting', async () => {
  const waiting: [number, () => void][] = []
  const offload = (_: URL, range: unknown) =>
    new Promise<never>((resolve) => {
      waiting.push([(range as { number: number }).number, () => resolve({ bytes: new Uint8Array() } as never)])
    })
  const read = makeReader({ db: databaseOf(kernel), log: { error() {} }, offload })
  const chart = (reader: string, number: number) =>
    read({ tier: 'raw', serverId: '', number, from: 0, to: 40_000 }, reader).then(
      () => number,
      (error: { status: number }) => error.status,
    )
  const members = Array.from({ length: 20 }, () => chart('member', 1))
  const admin = chart('admin', 2)
  for (let n = 0; n < 3; n += 1) {
    waiting[n]?.[1]()
    await new Promise(setImmediate)
  }
  expect(waiting.map(([number]) => number)).toEqual([1, 1, 2, 1])
  for (let n = 3; n < 17; n += 1) {
    waiting[n]?.[1]()
    await new Promise(setImmediate)
  }
  expect(await admin).toBe(2)
  expect(await Promise.all(members)).toEqual([...Array(16).fill(1), 429, 429, 429, 429])
})
