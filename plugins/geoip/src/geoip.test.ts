import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernelOptions } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { addServer } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, today, type World } from '../test/world.ts'
import { city, country, world as networks, writeMmdb } from './testing.ts'

let folder: string
let path: string
const started: World[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-geoip-'))
  path = join(folder, 'own.mmdb')
})
afterEach(async () => {
  for (const world of started.splice(0)) await world.kernel.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (options: Partial<TestKernelOptions> = {}) => {
  const world = await makeWorld({ config: { geoip: { mmdb_path: path } }, ...options })
  started.push(world)
  return world
}
const warnings = (world: World) =>
  (world.kernel.logs as { level: string; msg: string }[]).filter(({ level }) => level === 'warn').map(({ msg }) => msg)
const reload = (world: World) => world.kernel.runJob('GeoIpReload')

describe('a server is located', () => {
  beforeEach(() => writeFileSync(path, writeMmdb({ ...networks, '198.51.100.0/24': city('DE', 'Berlin') })))

  const cases: [string, string, string | null, string | null, string | null, string | null][] = [
    ['its IPv4 address', '203.0.113.1', '198.51.100.7', '2001:db8::7', 'DE', 'Berlin'],
    ['its IPv6 address, when IPv4 is private', '203.0.113.1', '10.0.0.1', '2001:db8::7', 'FR', null],
    ['the address it connects from, when it has no other', '203.0.113.1', null, null, 'JP', null],
    ['the address it connects from, when others are private', '203.0.113.1', '192.168.1.5', 'fd00::1', 'JP', null],
    ['the next address, when the first is not known', '203.0.113.1', '192.0.2.9', null, 'JP', null],
    ['nothing, when all are private', '10.0.0.9', '192.168.1.5', 'fe80::1', null, null],
    ['nothing, when the database knows none', '192.0.2.9', null, null, null, null],
  ]
  it.each(cases)('by %s', async (_, from, ipv4, ipv6, country_code, region) => {
    const world = await start()
    const { id } = await world.agent('edge', from, { ipv4, ipv6 })
    expect(await world.record(id)).toMatchObject({ country_code, region, geo_manual: false })
  })

  it('again when its address changes, with a live update', async () => {
    const world = await start()
    const agent = await world.agent('edge', '10.0.0.9', { ipv4: '198.51.100.7' })
    await world.kernel.clock.advance(1000)
    const browser = await world.browse()
    expect((await browser.next('full_sync')).servers).toMatchObject([{ country_code: 'DE', region: 'Berlin' }])
    agent.send({ type: 'ip_changed', ipv4: '203.0.113.9', ipv6: null, interfaces: [] })
    await browser.next('server_ip_changed')
    await world.kernel.clock.advance(1000)
    expect(await browser.next('servers_changed')).toMatchObject({ server_ids: [agent.id] })
    expect(await world.record(agent.id)).toMatchObject({ country_code: 'JP', region: null })
    agent.send({ type: 'ip_changed', ipv4: '192.168.0.1', ipv6: null, interfaces: [] })
    await browser.next('server_ip_changed')
    expect(await world.record(agent.id)).toMatchObject({ country_code: 'JP' })
    agent.send({ type: 'ip_changed', ipv4: '192.0.2.1', ipv6: null, interfaces: [] })
    await browser.next('server_ip_changed')
    expect(await world.record(agent.id)).toMatchObject({ country_code: null })
  })

  it('not while a country is set manually, and at once when it is cleared', async () => {
    const world = await start()
    const { id, send } = await world.agent('edge', '198.51.100.7')
    await world.put(id, { country_code: 'US' })
    const browser = await world.browse()
    send({ type: 'ip_changed', ipv4: '203.0.113.9', ipv6: null, interfaces: [] })
    await browser.next('server_ip_changed')
    expect(await world.record(id)).toMatchObject({ country_code: 'US', region: null, geo_manual: true })
    const { data } = await world.put(id, { country_code: null })
    expect(data).toMatchObject({ country_code: 'JP', region: null, geo_manual: false })
  })

  it('when the database changes, even if offline', async () => {
    const world = await start()
    const { id } = await world.agent('edge', '198.51.100.7')
    writeFileSync(path, writeMmdb({ '198.51.100.0/24': country('AT') }))
    await reload(world)
    expect(await world.record(id)).toMatchObject({ country_code: 'AT', region: null })
    const { updated_at } = await world.record(id)
    await world.kernel.clock.advance(5000)
    utimesSync(path, 1, 1)
    await reload(world)
    expect(await world.record(id)).toMatchObject({ country_code: 'AT', updated_at })
    expect(await world.status()).toMatchObject({ updated_at: '1970-01-01T00:00:01Z' })
  })

  it('when the file changed while the program was down', async () => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const first = await makeWorld({ config: { geoip: { mmdb_path: path } }, dataDir })
    const { id } = await first.agent('edge', '198.51.100.7')
    await first.kernel.close()
    writeFileSync(path, writeMmdb({ '198.51.100.0/24': country('AT') }))
    const second = await start({ dataDir })
    expect(await second.record(id)).toMatchObject({ country_code: 'AT' })
  })

  it('in a large fleet', async () => {
    const world = await start({ config: { geoip: { mmdb_path: path }, auth: { max_servers: 0 } } })
    for (let n = 0; n < 450; n++) await addServer(world.kernel, `server-${n}`)
    world.kernel.database.exec("UPDATE enrollment_servers SET ipv4 = '203.0.113.' || (number % 256)")
    writeFileSync(path, writeMmdb({ '203.0.113.0/24': country('AU') }))
    await reload(world)
    const { data } = await world.call('member', 'GET', '/api/servers')
    expect(new Set((data as { country_code: string }[]).map((server) => server.country_code))).toEqual(new Set(['AU']))
  })
})

describe('a custom file', () => {
  it('is shown in the status, with its path for admins only', async () => {
    writeFileSync(path, writeMmdb(networks, { type: 'GeoLite2-City' }))
    const world = await start()
    const shown = { installed: true, custom: true, source: 'custom', type: 'GeoLite2-City' }
    expect(await world.status()).toMatchObject({ ...shown, path })
    expect(await world.status('member')).toMatchObject(shown)
    expect(await world.status('member')).not.toHaveProperty('path')
  })

  it('may be relative to the data directory', async () => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'near.mmdb'), writeMmdb(networks))
    const world = await start({ dataDir, config: { geoip: { mmdb_path: 'near.mmdb' } } })
    expect(await world.status()).toMatchObject({ installed: true, source: 'custom' })
  })

  it('that is missing is logged once and used as soon as it exists', async () => {
    const world = await start()
    expect(await world.status()).toEqual({ installed: false, custom: true, problem: 'missing', path })
    await reload(world)
    expect(warnings(world)).toEqual([`cannot use the database ${path}: no such file`])
    const { id } = await world.agent('edge', '198.51.100.7')
    expect(await world.record(id)).toMatchObject({ country_code: null })
    writeFileSync(path, writeMmdb(networks))
    await reload(world)
    expect(await world.status()).not.toHaveProperty('problem')
    expect(await world.record(id)).toMatchObject({ country_code: 'DE' })
  })

  it.each([
    ['is damaged', 'invalid', () => writeFileSync(path, writeMmdb(networks).subarray(0, 500))],
    ['is of another kind', 'wrong_type', () => writeFileSync(path, writeMmdb(networks, { type: 'GeoLite2-ASN' }))],
    ['is a folder', 'unreadable', () => mkdirSync(path)],
  ])('that %s does not prevent startup', async (_, problem, prepare) => {
    prepare()
    const world = await start()
    expect(await world.status('member')).toEqual({ installed: false, custom: true, problem })
    await reload(world)
    expect(warnings(world)).toHaveLength(1)
    const { id } = await world.agent('edge', '198.51.100.7')
    expect(await world.record(id)).toMatchObject({ country_code: null, name: 'edge' })
  })

  it('that becomes invalid keeps the last valid database; a deleted one is unloaded', async () => {
    writeFileSync(path, writeMmdb(networks))
    const world = await start()
    writeFileSync(path, 'half a fi')
    await reload(world)
    const { id } = await world.agent('edge', '198.51.100.7')
    expect(await world.record(id)).toMatchObject({ country_code: 'DE' })
    expect(await world.status()).toMatchObject({ installed: true, problem: 'invalid' })
    rmSync(path)
    await reload(world)
    expect(await world.status()).toEqual({ installed: false, custom: true, problem: 'missing', path })
    expect(await world.record(id)).toMatchObject({ country_code: 'DE' })
  })
})

describe('without a database', () => {
  it('reports it without a warning and keeps locations', async () => {
    const world = await start({ config: {} })
    expect(await world.status('member')).toEqual({ installed: false, custom: false })
    const { id } = await world.agent('edge', '198.51.100.7')
    expect(await world.record(id)).toMatchObject({ country_code: null })
    expect(warnings(world)).toEqual([])
  })

  it('rejects an invalid download URL', async () => {
    const started = createTestKernel({
      plugins: [system, enrollment, (await import('./index.ts')).default],
      config: { geoip: { download_url: 'ftp://example.com' } },
      tolerant: true,
    })
    await expect(started).rejects.toThrow('geoip.download_url')
  })

  it('and without the plugin, manual countries still work', async () => {
    const world = await start({ plugins: [system, enrollment], config: {}, now: today })
    const agent = await world.agent('edge', '198.51.100.7')
    agent.send({ type: 'ip_changed', ipv4: '203.0.113.9', ipv6: null, interfaces: [] })
    await vi.waitFor(async () => expect((await world.record(agent.id)).ipv4).toBe('203.0.113.9'))
    await world.put(agent.id, { country_code: 'FR' })
    const { status, data } = await world.put(agent.id, { country_code: null })
    expect([status, data.country_code, data.geo_manual]).toEqual([200, null, false])
    const answer = await world.kernel.as('admin').inject('/api/geoip/status')
    expect(answer.statusCode).toBe(404)
  })
})
