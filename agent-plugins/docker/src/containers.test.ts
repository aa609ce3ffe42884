import { secretMask } from '@svc/protocol'
import { afterEach, expect, it } from 'vitest'
import { type FakeDaemon, startFakeDaemon } from '../test/fake-daemon.ts'
import { makeContainers } from './containers.ts'
import { makeDaemon } from './daemon.ts'

let fake: FakeDaemon
afterEach(() => fake.close())
const { signal } = new AbortController()

const image = `sha256:${'f'.repeat(64)}`
const listed = { Id: 'a', Names: ['/web'], Image: image, ImageID: image, State: 'running', Status: 'Up 2 hours' }
const inspected = {
  Config: { Image: 'shop/web:3' },
  State: { Status: 'running', Running: true, StartedAt: '2026-11-23T10:00:00Z', FinishedAt: '0001-01-01T00:00:00Z' },
  RestartCount: 2,
}

async function start() {
  fake = await startFakeDaemon({
    '/containers/json': [listed],
    '/containers/a/json': inspected,
    [`/images/${encodeURIComponent(image)}/json`]: { RepoDigests: ['shop/web@sha256:123', 'other@sha256:456'] },
  })
  const daemon = makeDaemon(fake.socket)
  let time = 0
  const containers = makeContainers({ signal, now: () => time })
  return {
    containers,
    list: () => containers.list(daemon, signal),
    pass(ms: number) {
      time += ms
    },
    inspections: () => fake.requests.filter((request) => request.startsWith('GET /containers/a/json')).length,
  }
}

it('a container has the details of its inspection and the digest of its image', async () => {
  const { list } = await start()
  expect(await list()).toEqual([
    {
      id: 'a',
      name: 'web',
      // not the id of the image, whose tag was moved
      image: 'shop/web:3',
      state: 'running',
      status: 'Up 2 hours',
      created: 0,
      ports: [],
      labels: {},
      image_id: image,
      image_digest: 'sha256:123',
      health: null,
      restarts: 2,
      started_at: 1_795_428_000,
      finished_at: null,
      exit_code: null,
      oom_killed: false,
      error: null,
      mounts: [],
      networks: [],
    },
  ])
})

it('labels that look like secrets are masked', async () => {
  const { list } = await start()
  fake.put('/containers/json', [{ ...listed, Labels: { tier: 'web', 'traefik.basicauth': 'ada:hunter2' } }])
  expect(await list()).toMatchObject([{ labels: { tier: 'web', 'traefik.basicauth': secretMask } }])
})

it('details are cached for a while, as long as the state of the container is the same', async () => {
  const { list, pass, inspections } = await start()
  await list()
  fake.put('/containers/json', [{ ...listed, Status: 'Up 3 hours' }])
  await list()
  expect(inspections()).toBe(1)
  pass(30_000)
  await list()
  expect(inspections()).toBe(2)
  fake.put('/containers/json', [{ ...listed, Status: 'Up 3 hours (unhealthy)' }])
  await list()
  expect(inspections()).toBe(3)
  fake.put('/containers/json', [{ ...listed, State: 'exited', Status: 'Exited (1) 2 seconds ago' }])
  await list()
  expect(inspections()).toBe(4)
})

it('with events, details are cached until an event says that they changed', async () => {
  const { containers, list, pass, inspections } = await start()
  containers.setHasEvents(true)
  await list()
  pass(1e6)
  await list()
  expect(inspections()).toBe(1)
  containers.onEvent({ Type: 'container', Action: 'restart', Actor: { ID: 'b' } })
  await list()
  expect(inspections()).toBe(1)
  containers.onEvent({ Type: 'container', Action: 'restart', Actor: { ID: 'a' } })
  await list()
  expect(inspections()).toBe(2)
  containers.setHasEvents(false)
  await list()
  expect(inspections()).toBe(3)
})

it('an event during an inspection makes its result stale', async () => {
  const { containers, list, inspections } = await start()
  containers.setHasEvents(true)
  fake.put('/containers/a/json', (_, response) => {
    containers.onEvent({ Type: 'container', Action: 'restart', Actor: { ID: 'a' } })
    response.end(JSON.stringify(inspected))
  })
  await list()
  await list()
  expect(inspections()).toBe(2)
})

it('what was removed since it was listed has no details; an image without digest has none', async () => {
  const { list } = await start()
  fake.put('/containers/json', [{ ...listed, Id: 'gone', ImageID: 'none' }])
  expect(await list()).toMatchObject([{ id: 'gone', name: 'web', image, state: 'running' }])
})

it('a daemon that answers nonsense has no containers', async () => {
  const { list } = await start()
  for (const nonsense of [{}, 'null', '"text"', '[]']) {
    fake.put('/containers/json', nonsense)
    expect(await list()).toEqual([])
  }
  fake.put('/containers/json', [null, { Id: 5, Ports: {}, Labels: [], Names: [1], NetworkSettings: 'x', Mounts: [1] }])
  expect(await list()).toMatchObject([{ id: '' }, { id: '', labels: {}, ports: [], networks: [] }])
})
