import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { report } from '@svc/protocol/testing'
import { describe, expect, it } from 'vitest'
import { fleet, kernel, withFleet } from '../test/with-fleet.ts'
import { recordColumns } from './columns.ts'

const noon = Date.UTC(2026, 4, 1, 12)

withFleet(noon)

const ask = async (id: string, query: Record<string, string>, who: 'admin' | 'member' = 'member') => {
  const answer = await kernel.as(who).inject({ url: `/api/servers/${id}/records`, query })
  return { status: answer.statusCode, body: answer.json() as { data: { time: string }[]; error: { details: unknown } } }
}

/** One report per minute from noon on. */
async function history(minutes: number, ...servers: ReturnType<typeof fleet.add>[]) {
  for (let i = 0; i < minutes; i++) {
    for (const server of servers) fleet.report(server, report({ cpu: i % 100 }))
    await kernel.clock.advance(60_000)
  }
}

describe('GET /api/servers/{id}/records', () => {
  it('limits concurrent long ranges', async () => {
    const server = fleet.add(7)
    const week = { from: '2026-04-24T12:00:00Z', to: '2026-05-01T12:00:00Z', interval: 'raw' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(server.id, week)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(16).fill(200), ...Array(4).fill(429)])
    expect((await ask(server.id, week)).status).toBe(200)
  })

  it('returns the rows of one server, ascending, both ends inclusive', async () => {
    const server = fleet.add(7)
    await history(5, fleet.add(6), server, fleet.add(8))
    const { status, body } = await ask(server.id, { from: '2026-05-01T12:01:00Z', to: '2026-05-01T12:03:00Z' })
    expect(status).toBe(200)
    expect(body.data.map((row) => row.time)).toEqual([
      '2026-05-01T12:01:00Z',
      '2026-05-01T12:02:00Z',
      '2026-05-01T12:03:00Z',
    ])
    const sent: Readonly<Record<string, unknown>> = report({ cpu: 1 })
    const same = Object.fromEntries(recordColumns.filter(({ range }) => range).map(({ name }) => [name, sent[name]]))
    expect(body.data[0]).toEqual({
      ...same,
      id: (noon / 60_000 + 1) * 2 ** 20 + 7,
      server_id: server.id,
      time: '2026-05-01T12:01:00Z',
      gpu_usage: null,
      disk_io_json: null,
    })
  })

  it('contains details only if they are requested', async () => {
    const server = fleet.add(7)
    const mount = { path: '/', type: 'ext4', total: 100, used: 91, inodes: 10, inodes_used: 3 }
    fleet.report(server, report({ cores: [12.4, 99.6], mounts: [mount], cpu_steal: 4.5, pressure_io: 12.25 }))
    await kernel.clock.advance(60_000)
    const span = { from: '2026-05-01T11:59:00Z', to: '2026-05-01T12:03:00Z' }
    const { body } = await ask(server.id, {
      ...span,
      fields: 'cores_json,mounts_json,mount_percent,inode_percent,cpu_steal,pressure_io,sensors_json',
    })
    expect(body.data).toEqual([
      {
        time: '2026-05-01T12:00:00Z',
        ...{ cpu_steal: 4.5, pressure_io: 12.25, mount_percent: 91, inode_percent: 30 },
        cores_json: '[12,100]',
        mounts_json: '[{"path":"/","total":100,"used":91,"inodes":10,"inodes_used":3}]',
        sensors_json: null,
      },
    ])
    expect((await ask(server.id, span)).body.data[0]).not.toHaveProperty('mount_percent')
  })

  it('omits a row just before the start', async () => {
    const server = fleet.add(1)
    await history(2, server)
    const range = { from: '2026-05-01T12:00:00.001Z', to: '2026-05-01T12:01:59Z' }
    expect((await ask(server.id, range)).body.data).toMatchObject([{ time: '2026-05-01T12:01:00Z' }])
  })

  it('accepts offsets, even with an unescaped plus sign', async () => {
    const server = fleet.add(1)
    await history(1, server)
    const url = `/api/servers/${server.id}/records?from=2026-05-01T14:00:00+02:00&to=2026-05-01T14:00:30%2B02:00`
    const answer = await kernel.as('member').inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toHaveLength(1)
  })

  it('returns the same for a long range, read in the worker', async () => {
    const server = fleet.add(3)
    await history(200, server, fleet.add(4))
    const all = await ask(server.id, { from: '2026-05-01T12:00:00Z', to: '2026-05-31T12:00:00Z', interval: 'raw' })
    expect(all.body.data).toHaveLength(200)
    const short = await ask(server.id, { from: '2026-05-01T13:00:00Z', to: '2026-05-01T13:59:00Z' })
    expect(all.body.data.slice(60, 120)).toEqual(short.body.data)
  })

  it('has no longest range, and reads times without an offset and dates as UTC', async () => {
    const server = fleet.add(3)
    await history(90, server, fleet.add(4))
    const read = async (query: Record<string, string>) => (await ask(server.id, query)).body.data
    const all = await read({ from: '2026-05-01T12:00:00', to: '2026-05-01T13:29:00' })
    expect(all).toHaveLength(90)
    for (const [from, to] of [
      ['2026-05-01', '2026-05-01'],
      ['1970-01-01', '9999-12-31'],
    ] as const) {
      expect(await read({ from, to, interval: 'raw' })).toEqual(all)
    }
    expect(await read({ from: '1970-01-01', to: '9999-12-31' })).toHaveLength(1)
  })

  it('treats device names as data', async () => {
    const server = fleet.add(1)
    const name = `'"); DROP TABLE metrics_records; --<script>alert(1)</script>\u0000\ud83d`
    fleet.report(
      server,
      report({ disk_io: [{ name, read_bytes_per_sec: 1, write_bytes_per_sec: 2 }], temperature: 41.5 }),
    )
    await kernel.clock.advance(60_000)
    const { body } = await ask(server.id, { from: '2026-05-01T12:00:00Z', to: '2026-05-01T12:00:00Z' })
    const row = body.data[0] as unknown as { disk_io_json: string; temperature: number }
    expect(row.temperature).toBe(41.5)
    expect(JSON.parse(row.disk_io_json)).toEqual([{ name, read_bytes_per_sec: 1, write_bytes_per_sec: 2 }])
  })

  it('supports raw and hourly; auto and anything else is hourly beyond 24 hours', async () => {
    const server = fleet.add(1)
    await history(90, server)
    const from = '2026-05-01T12:00:00Z'
    const [day, more] = ['2026-05-02T12:00:00Z', '2026-05-02T12:00:01Z']
    const raw = (await ask(server.id, { from, to: more, interval: 'raw' })).body.data
    const hourly = (await ask(server.id, { from, to: day, interval: 'hourly' })).body.data
    expect(raw).toHaveLength(90)
    expect(hourly).toEqual([{ ...raw[59], id: 2 ** 24 + noon / 3_600_000, time: from, cpu: 29.5 }])
    for (const interval of ['auto', 'weekly', undefined]) {
      const word: Record<string, string> = interval ? { interval } : {}
      expect((await ask(server.id, { from, to: day, ...word })).body.data).toEqual(raw)
      expect((await ask(server.id, { from, to: more, ...word })).body.data).toEqual(hourly)
    }
    const within = { from: '2026-05-01T12:00:01Z', to: '2026-05-01T13:59:59Z', interval: 'hourly' }
    expect((await ask(server.id, within)).body.data).toEqual([])
  })

  it('returns the requested fields, wherever a record is stored', async () => {
    const server = fleet.add(1)
    await history(90, server)
    const range = { from: '2026-05-01T12:00:00Z', to: '2026-05-01T13:29:00Z' }
    const all = (await ask(server.id, range)).body.data as unknown as Record<string, unknown>[]
    const some = all.map(({ time, cpu, disk_io_json }) => ({ time, cpu, disk_io_json }))
    expect(some).toHaveLength(90)
    expect((await ask(server.id, { ...range, fields: 'disk_io_json,cpu,cpu' })).body.data).toEqual(some)
    const hourly = { from: range.from, to: '2026-05-01T13:00:00Z', interval: 'hourly', fields: 'load1' }
    expect((await ask(server.id, hourly)).body.data).toEqual([{ time: range.from, load1: 0.41 }])
  })

  it.each(['', 'cpu,', 'cpu, load1', 'CPU', 'id', 'cpu;DROP TABLE metrics_records', '__proto__'])(
    'rejects fields "%s" and lists the valid ones',
    async (fields) => {
      const range = { from: '2026-05-01T12:00:00Z', to: '2026-05-01T13:29:00Z' }
      const { status, body } = await ask(fleet.add(1).id, { ...range, fields })
      expect(status).toBe(400)
      expect(body.error.details).toMatchObject([{ field: 'fields', rule: expect.stringContaining('cpu, mem_used') }])
    },
  )

  it.each([
    ['text', { from: 'yesterday', to: '2026-05-01T12:00:00Z' }, 'from'],
    ['a month', { from: '2026-05-01T12:00:00Z', to: '2026-06' }, 'to'],
    ['a day that does not exist', { from: '2026-13-41T12:00:00Z', to: '2026-05-01T12:00:00Z' }, 'from'],
    ['a range that runs backwards', { from: '2026-05-01T12:00:01Z', to: '2026-05-01T12:00:00Z' }, 'from'],
  ])('rejects %s and names the field', async (_, query, field) => {
    const server = fleet.add(1)
    const { status, body } = await ask(server.id, query)
    expect(status).toBe(400)
    expect(body.error.details).toMatchObject([{ field }])
  })

  it('serves concurrent requests correctly, also with slow and aborted readers', async () => {
    const servers = Array.from({ length: 4 }, (_, i) => fleet.add(i + 1))
    await history(100, ...servers)
    const url = new URL(await kernel.listen())
    const { headers } = kernel.as('member')
    const path = (id = '') => `/api/servers/${id}/records?from=2026-05-01T12:00:00Z&to=2026-05-01T13:59:00Z`
    const begin = async (id: string) => {
      const act = request(new URL(path(id), url), { headers }).end()
      return ((await once(act, 'response')) as [IncomingMessage])[0]
    }
    // as many unanswered requests as one connection may have, on several
    const slow = Array.from({ length: 76 }, () => connect(Number(url.port), url.hostname).pause())
    const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const asked = `GET ${path(servers[0]?.id)} HTTP/1.1\r\n${lines.join('')}`
    for (const socket of slow) socket.write(`${`${asked}\r\n`.repeat(3)}${asked}connection: close\r\n\r\n`)
    for (let round = 0; round < 10; round++) {
      const [hasty, ...others] = await Promise.all(servers.map(({ id }) => begin(id)))
      hasty?.destroy()
      for (const [i, answer] of others.entries()) {
        const { data } = JSON.parse(await text(answer)) as { data: { server_id: string; cpu: number }[] }
        expect(new Set(data.map(({ server_id }) => server_id))).toEqual(new Set([servers[i + 1]?.id]))
        expect(data.map(({ cpu }) => cpu)).toEqual(Array.from({ length: 100 }, (_, minute) => minute))
      }
    }
    const counts = new Map<string | undefined, number>()
    for (const socket of slow)
      for (const [, id] of (await text(socket)).matchAll(/"server_id":"([^"]*)"/g))
        counts.set(id, (counts.get(id) ?? 0) + 1)
    expect(counts).toEqual(new Map([[servers[0]?.id, slow.length * 4 * 100]]))
  })

  it('requires both ends', async () => {
    const server = fleet.add(1)
    expect((await ask(server.id, { from: '2026-05-01T12:00:00Z' })).status).toBe(400)
  })

  it('is 404 for unknown servers, and for members for hidden ones', async () => {
    const hidden = fleet.add(9, true)
    await history(1, hidden)
    const range = { from: '2026-05-01T12:00:00Z', to: '2026-05-01T12:00:00Z' }
    expect((await ask('nobody', range)).status).toBe(404)
    expect((await ask(hidden.id, range, 'member')).status).toBe(404)
    expect((await ask(hidden.id, range, 'admin')).body.data).toHaveLength(1)
  })

  it('requires a signed-in user', async () => {
    expect((await kernel.inject('/api/servers/x/records')).statusCode).toBe(401)
  })
})
