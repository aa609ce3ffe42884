import { createSocket, type Socket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { country, system, writeMmdb } from '@svc/plugin-geoip/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hop, makeWorld, type World } from '../test/world.ts'

/** A name server on the loopback address: answers PTR questions. */
async function startNameServer(names: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const socket: Socket = createSocket('udp4')
  const encodeName = (name: string) =>
    Buffer.concat([
      ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
      Buffer.from([0]),
    ])
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const question = query.subarray(12, at + 5)
    const reversed = labels.slice(0, 4).toReversed().join('.')
    asked.push(reversed)
    const name = names[reversed]
    const data = encodeName(name ?? '')
    const answer = Buffer.concat([Buffer.from([0xc0, 12, 0, 12, 0, 1, 0, 0, 0, 60, 0, data.length]), data])
    const header = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      name ? 0x80 : 0x83,
      0,
      1,
      0,
      name ? 1 : 0,
      0,
      0,
      0,
      0,
    ])
    socket.send(Buffer.concat([header, question, ...(name ? [answer] : [])]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    asked,
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((end) => socket.close(() => end())),
  }
}

let world: World
let names: Awaited<ReturnType<typeof startNameServer>>
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-trace-'))
  names = await startNameServer({ '192.0.2.1': 'core1.example.net', '8.8.8.8': 'dns.example.com' })
})
afterEach(async () => {
  await world.kernel.close()
  await names.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a trace that ends after its first round. */
async function trace(server: Awaited<ReturnType<World['server']>>, ips: readonly string[]) {
  const { data } = await world.start(server.id)
  await server.agent.next('traceroute')
  const hops = ips.map((ip, i) => hop(i + 1, ip))
  const { request_id } = data
  server.agent.send({
    type: 'traceroute_round_update',
    request_id,
    target: 't',
    round: 1,
    total_rounds: 1,
    hops,
    completed: true,
    error: null,
  })
  await server.agent.settle()
  return request_id as string
}

it('names of hops are looked up once an hour, shown to browsers, and stored with the trace', async () => {
  world = await makeWorld({ traceroute: { dns_server: names.address } })
  const server = await world.server('web-1')
  const browser = await world.browser()
  const first = await trace(server, ['192.0.2.1', '192.0.2.2'])
  const named = [
    { ip: '192.0.2.1', hostname: 'core1.example.net' },
    { ip: '192.0.2.2', hostname: null },
  ]
  await expect.poll(async () => (await world.snapshot(server.id, first)).hosts).toMatchObject(named)
  expect((await world.snapshot(server.id, first)).hops).toMatchObject([
    { hostname: 'core1.example.net' },
    { hostname: null },
  ])
  await expect.poll(async () => (await browser.next('traceroute_update')).hosts).toMatchObject(named)

  const second = await trace(server, ['192.0.2.1', '192.0.2.2'])
  expect((await world.snapshot(server.id, second)).hosts).toMatchObject(named)
  expect(names.asked.toSorted()).toEqual(['192.0.2.1', '192.0.2.2'])

  await world.kernel.clock.advance(3_600_001)
  await trace(await world.server('web-2'), ['192.0.2.1'])
  await expect.poll(() => names.asked.length).toBe(3)
})

it('networks and countries come from local databases', async () => {
  const file = join(folder, 'asn.mmdb')
  writeFileSync(file, writeMmdb({ '8.8.8.0/24': system(15_169, 'Google LLC') }, { type: 'DBIP-ASN-Lite' }))
  const places = join(folder, 'places.mmdb')
  writeFileSync(places, writeMmdb({ '8.8.8.0/24': country('US') }))
  world = await makeWorld({
    traceroute: { dns_server: names.address },
    asn: { mmdb_path: file },
    geoip: { mmdb_path: places },
  })
  const server = await world.server('web-1')
  const id = await trace(server, ['10.0.0.1', '8.8.8.8'])
  await expect
    .poll(async () => (await world.snapshot(server.id, id)).hosts)
    .toMatchObject([
      { ip: '10.0.0.1', asn: null, as_name: null, country: null },
      { ip: '8.8.8.8', asn: 'AS15169', as_name: 'Google LLC', country: 'US', hostname: 'dns.example.com' },
    ])
  expect((await world.snapshot(server.id, id)).hops[1]).toMatchObject({ asn: 'AS15169' })
})
