import { definePlugin } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

let world: World
afterEach(() => world.close())

it.each([
  ['no plugin that uses any', [], []],
  ['plugins that use some', ['docker', 'traceroute'], ['ping_icmp', 'docker']],
])('are offered with %s', async (_, plugins, names) => {
  world = await makeWorld({ plugins: plugins.map((id) => definePlugin({ id, setup: () => ({}) })) })
  const { data } = await world.member('GET', '/api/capabilities')
  expect(data.map(({ name }: { name: string }) => name)).toEqual(names)
})
