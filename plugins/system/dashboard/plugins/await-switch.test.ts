import { ApiError } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { expect, it } from 'vitest'
import { view } from '../testing/view.ts'
import { awaitSwitch } from './await-switch.ts'

const wasDown = new ApiError(0, 'NETWORK', 'no response from the server')

/** Plays the responses one after the other; the last one stays. */
function play(enabled: boolean, ...responses: readonly (Partial<PluginView> | ApiError | undefined)[]) {
  let requests = 0
  const read = () => {
    const response = responses[Math.min(requests++, responses.length - 1)]
    if (response instanceof ApiError) return Promise.reject(response)
    return Promise.resolve(response ? [view('other'), view('demo', response)] : [view('other')])
  }
  return awaitSwitch({ id: 'demo', enabled, read, pause: () => Promise.resolve(), maxPolls: 10 })
}

it('waits while the old server still responds', async () => {
  const ending = await play(false, { state: 'running' }, { state: 'running' }, { state: 'disabled' })
  expect(ending).toMatchObject({ plugin: { state: 'disabled' } })
  expect(await play(true, { state: 'disabled' }, wasDown, { state: 'running' })).toMatchObject({
    plugin: { state: 'running' },
  })
})

it('ends with the reason if the plugin did not start', async () => {
  const ending = await play(true, { state: 'disabled' }, wasDown, { state: 'failed', reason: 'boom' })
  expect(ending).toMatchObject({ plugin: { state: 'failed', reason: 'boom' } })
})

it('accepts the state once the server was down', async () => {
  expect(await play(false, wasDown, { state: 'refused' })).toMatchObject({ plugin: { state: 'refused' } })
})

it('reports an unknown outcome', async () => {
  expect(await play(false, wasDown)).toEqual({ lost: 'silence' })
  expect(await play(false, { state: 'running' })).toEqual({ lost: 'silence' })
  expect(await play(true, wasDown, new ApiError(401, 'UNAUTHORIZED', 'no'))).toEqual({ lost: 'session' })
  expect(await play(true, undefined)).toEqual({ lost: 'plugin' })
})
