import type { ContainerState, ContainerStates } from '@svc/plugin-docker/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCheckEnv, runCheck } from '../../test/run-check.ts'
import { makeDockerCheck } from './docker.ts'

let env: Awaited<ReturnType<typeof makeCheckEnv>>
beforeAll(async () => {
  env = await makeCheckEnv()
})
afterAll(() => env.close())

const known = { get: (id: string) => (id === 'one' ? ({} as never) : undefined) }
const container = (patch: Partial<ContainerState> = {}): ContainerState => ({
  ...{ name: 'web', image: 'nginx', state: 'running', health: null },
  ...patch,
})
const check = (found: ContainerState | 'unreachable' | undefined, config: object = {}) => {
  const containers: ContainerStates = { find: async (_, name) => (name === 'web' ? found : undefined) }
  return runCheck(makeDockerCheck({ ...env, servers: known, containers }), 'web', { server_id: 'one', ...config })
}

it('a container is up while it runs, and healthy if that is asked for', async () => {
  expect(await check(container())).toMatchObject({ success: true, detail: { state: 'running', image: 'nginx' } })
  expect(await check(container({ health: 'unhealthy' }))).toMatchObject({ success: true })
  expect(await check(container({ health: 'healthy' }), { healthy: true })).toMatchObject({ success: true })
})

it.each([
  [container({ state: 'exited' }), {}, 'the container is exited'],
  [container({ health: 'starting' }), { healthy: true }, 'the container is starting'],
  [container(), { healthy: true }, 'the container has no health check'],
  ['unreachable' as const, {}, 'the server or its Docker daemon is unreachable'],
  [undefined, {}, 'the container does not exist'],
])('%j with %j fails: %s', async (found, config, reason) => {
  expect(await check(found, config)).toMatchObject({ success: false, error: { en: reason } })
})

it('a host that does not answer in time is unreachable', async () => {
  const containers: ContainerStates = { find: () => new Promise(() => {}) }
  const checkType = makeDockerCheck({ ...env, servers: known, containers })
  const work = runCheck(checkType, 'web', { server_id: 'one', timeout: 3 })
  await new Promise(setImmediate)
  await env.clock.advance(3000)
  expect(await work).toMatchObject({ error: { en: 'the server or its Docker daemon is unreachable' } })
})

it('without the docker plugin there are no such monitors, and the stored ones wait', async () => {
  const checkType = makeDockerCheck({ ...env, servers: known, containers: undefined })
  expect(() => checkType.readTarget('web')).toThrow('monitor_type')
  expect(await runCheck(checkType, 'web', { server_id: 'one' }, { memory: 'x' })).toMatchObject({ pending: true })
})

it('server and container must be valid', () => {
  const checkType = makeDockerCheck({ ...env, servers: known, containers: { find: async () => undefined } })
  expect(checkType.readTarget('/web')).toBe('web')
  for (const name of ['', '../x', 'a/b', 'a b']) expect(() => checkType.readTarget(name)).toThrow('CONTAINER_NAME')
  expect(() => checkType.readConfig({})).toThrow('REQUIRED')
  expect(() => checkType.readConfig({ server_id: 'two' })).toThrow('SERVER_MUST_EXIST')
})
