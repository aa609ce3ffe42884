import type { Link } from '@svc/agent-sdk'
import { DockerContainers, DockerStats, DockerUnavailable } from '@svc/plugin-docker/wire'
import type { MessageDef, Payload } from '@svc/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeDaemon, startFakeDaemon } from '../test/fake-daemon.ts'
import { type Availability, makeAvailability } from './availability.ts'
import { makeContainers } from './containers.ts'
import { makeWatch } from './watch.ts'

const container = (id: string, State = 'running') => ({ Id: id, Names: [`/${id}`], State, Status: 'Up 2 hours' })
const stats = (used: number) => ({
  read: '2026-11-23T15:52:27Z',
  cpu_stats: { cpu_usage: { total_usage: used }, system_cpu_usage: used * 4, online_cpus: 2 },
})

let fake: FakeDaemon
let availability: Availability
let time: number
let logged: string[]
beforeEach(async () => {
  fake = await startFakeDaemon({ '/containers/json': [container('a'), container('b', 'exited')] })
  time = 0
  logged = []
})
afterEach(async () => {
  availability.close()
  await fake.close()
})

const write = (_: object | string, message = '') => void logged.push(message || String(_))
const log = { debug: write, info: write, warn: write, error: write }

function start() {
  const { signal } = new AbortController()
  availability = makeAvailability({ sockets: [fake.socket], log, onChange() {} })
  const containers = makeContainers({ signal })
  return makeWatch({ availability, containers, log, now: () => time, timing: { firstMs: 1, leaseMs: 90_000 } })
}

function makeLink() {
  const sent: { message: MessageDef; payload: unknown }[] = []
  const over = new AbortController()
  const link: Link = {
    send: (message, payload) => void sent.push({ message, payload }),
    write: async (message, payload) => sent.push({ message, payload }) > 0,
    acknowledged: async () => true,
    signal: over.signal,
  }
  const of = <M extends MessageDef>(message: M) =>
    sent.filter((one) => one.message === message).map((one) => one.payload as Payload<M>)
  return { link, sent, over, of }
}
const stopped = () => vi.waitFor(() => expect(logged.at(-1)).toBe('stopped sending containers'))

it('containers are sent at once, statistics when they can be compared', async () => {
  let used = 0
  fake.put('/containers/a/stats', (_, response) => {
    used += 1e9
    response.end(JSON.stringify(stats(used)))
  })
  const { link, sent, of } = makeLink()
  const watch = start()
  watch.start(link, 3)
  await vi.waitFor(() => expect(of(DockerStats)).toHaveLength(1))
  expect(sent.map(({ message }) => message)).toEqual([DockerContainers, DockerContainers, DockerStats])
  expect(of(DockerContainers)[0]?.containers).toMatchObject([{ name: 'a' }, { name: 'b', state: 'exited' }])
  expect(of(DockerStats)[0]?.stats).toMatchObject([{ name: 'a', cpu_percent: 50 }])
  watch.stop()
  await stopped()
  const requests = fake.requests.length
  await new Promise((resolve) => setImmediate(resolve))
  expect(fake.requests.length).toBe(requests)
})

it('a container that ends meanwhile has no statistics', async () => {
  fake.put('/containers/a/stats', (_, response) => response.writeHead(404).end('{"message":"No such container: a"}'))
  const { link, of } = makeLink()
  const watch = start()
  watch.start(link, 3)
  await vi.waitFor(() => expect(of(DockerStats)).toEqual([{ stats: [] }]))
  watch.stop()
})

it('stop when the server does not renew its request', async () => {
  fake.put('/containers/json', [])
  const { link, of } = makeLink()
  const watch = start()
  watch.start(link, 1)
  await vi.waitFor(() => expect(of(DockerStats)).toHaveLength(1))
  time = 80_000
  watch.start(link, 1)
  time = 100_000
  await vi.waitFor(() => expect(of(DockerStats).length).toBeGreaterThan(1), { timeout: 10_000 })
  time = 200_000
  await vi.waitFor(() => expect(logged).toContain('stopped sending containers: the server did not renew its request'), {
    timeout: 10_000,
  })
  await stopped()
})

it('stop with the connection, and continue on the next one', async () => {
  fake.put('/containers/json', [])
  const first = makeLink()
  const watch = start()
  watch.start(first.link, 3)
  await vi.waitFor(() => expect(first.of(DockerContainers).length).toBeGreaterThan(0))
  first.over.abort()
  await stopped()
  const second = makeLink()
  watch.start(second.link, 3)
  await vi.waitFor(() => expect(second.of(DockerStats)).toHaveLength(1))
  watch.stop()
})

it('without a daemon the server is told why, and a failure while there is one is survived', async () => {
  fake.put('/containers/json', '<html>')
  const { link, of } = makeLink()
  const watch = start()
  watch.start(link, 1)
  await vi.waitFor(() => expect(logged).toContain('failed to read containers'))
  fake.put('/containers/json', [])
  await vi.waitFor(() => expect(of(DockerStats).length).toBeGreaterThan(0), { timeout: 10_000 })
  fake.put('/version', '<html>')
  fake.put('/containers/json', '<html>')
  await vi.waitFor(() => expect(of(DockerUnavailable)).toHaveLength(1), { timeout: 10_000 })
  expect(of(DockerUnavailable)).toMatchObject([{ code: 'unavailable', error: expect.stringContaining('not JSON') }])
  await stopped()
})
