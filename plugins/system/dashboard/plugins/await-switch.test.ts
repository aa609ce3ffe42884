import { ApiError } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { expect, it } from 'vitest'
import { view } from '../testing/view.ts'
import { awaitSwitch } from './await-switch.ts'

const wasDown = new ApiError(0, 'NETWORK', 'no answer from the server')

/** Plays the answers one after the other; the last one stays. */
function play(enabled: boolean, ...answers: readonly (Partial<PluginView> | ApiError | undefined)[]) {
  let asked = 0
  const read = () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]
    if (answer instanceof ApiError) return Promise.reject(answer)
    return Promise.resolve(answer ? [view('other'), view('demo', answer)] : [view('other')])
  }
  return awaitSwitch({ id: 'demo', enabled, read, pause: () => Promise.resolve(), maxPolls: 10 })
}

it('waits while the old server still answers', async () => {
  const ending = await play(false, { state: 'running' }, { state: 'running' }, { state: 'disabled' })
  expect(ending).toMatchObject({ plugin: { state: 'disabled' } })
  expect(await play(true, { state: 'disabled' }, wasDown, { state: 'running' })).toMatchObject({
    plugin: { state: 'running' },
  })
})

it('ends when a plugin did not start, with the reason', async () => {
  const ending = await play(true, { state: 'disabled' }, wasDown, { state: 'failed', reason: 'boom' })
  expect(ending).toMatchObject({ plugin: { state: 'failed', reason: 'boom' } })
})

it('trusts the state once the server was down', async () => {
  expect(await play(false, wasDown, { state: 'refused' })).toMatchObject({ plugin: { state: 'refused' } })
})

it('says when it cannot know', async () => {
  expect(await play(false, wasDown)).toEqual({ lost: 'silence' })
  expect(await play(false, { state: 'running' })).toEqual({ lost: 'silence' })
  expect(await play(true, wasDown, new ApiError(401, 'UNAUTHORIZED', 'no'))).toEqual({ lost: 'session' })
  expect(await play(true, undefined)).toEqual({ lost: 'plugin' })
})
