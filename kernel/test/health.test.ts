import { definePlugin, pluginAdministration, service } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

let kernel: TestKernel
afterEach(() => kernel.close())

const base = service<string>('fine.base')
const fine = definePlugin({ id: 'fine', provides: { base }, setup: () => ({ provides: { base: '' } }) })
const broken = definePlugin({
  id: 'broken',
  setup: () => {
    throw new Error('no disk at /srv/backup')
  },
})

const ready = async (caller: Pick<TestKernel, 'inject'> = kernel) => {
  const response = await caller.inject('/readyz')
  const { ready, plugins } = response.json().data
  return [response.statusCode, ready, plugins.filter(({ id }: { id: string }) => ['fine', 'broken'].includes(id))]
}

it('is ready when every plugin runs that should', async () => {
  kernel = await createTestKernel({ plugins: [fine, broken], config: { plugins: { disabled: ['broken'] } } })
  expect(await ready()).toEqual([
    200,
    true,
    [
      { id: 'fine', state: 'running' },
      { id: 'broken', state: 'disabled' },
    ],
  ])
})

it('is not ready while a plugin failed, and tells administrators why', async () => {
  kernel = await createTestKernel({ plugins: [fine, broken], tolerant: true })
  const states = [
    { id: 'fine', state: 'running' },
    { id: 'broken', state: 'failed' },
  ]
  expect(await ready()).toEqual([503, false, states])
  expect(await ready(kernel.as('member'))).toEqual([503, false, states])
  expect(await ready(kernel.as('admin'))).toEqual([
    503,
    false,
    [
      { id: 'fine', state: 'running', reason: null },
      { id: 'broken', state: 'failed', reason: 'setup() failed: no disk at /srv/backup' },
    ],
  ])
  expect((await kernel.inject('/healthz')).statusCode).toBe(200)
})

it('enabling a plugin tells the state that it reaches', async () => {
  const events: string[] = []
  const late = definePlugin({
    id: 'late',
    requires: { base },
    setup: () => ({
      ready: () => void events.push('ready'),
      close: () => void events.push('close'),
    }),
  })
  kernel = await createTestKernel({ plugins: [fine, broken, late], tolerant: true })
  const admin = () => kernel.service(pluginAdministration)
  for (const id of ['broken', 'late']) admin().setEnabled(id, false)
  admin().restart()
  await kernel.settled()
  events.length = 0

  expect(await admin().start('broken')).toMatchObject({
    state: 'failed',
    reason: 'setup() failed: no disk at /srv/backup',
  })
  expect(await admin().start('late')).toMatchObject({ state: 'running', reason: null })
  expect(events).toEqual(['ready'])
  admin().setEnabled('late', true)
  admin().restart()
  await kernel.settled()
  expect(events).toEqual(['ready', 'close', 'ready'])
  expect(kernel.plugins()).toMatchObject([{ state: 'running' }, { state: 'disabled' }, { state: 'running' }])
})
