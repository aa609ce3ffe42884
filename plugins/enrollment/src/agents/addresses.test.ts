import { definePlugin, listen } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import { makeWorld, systemInfo, type World } from '../../test/world.ts'
import { addressesReported } from '../contract.ts'

let world: World
afterEach(() => world.close())

it('where an agent is is told with where it was, and whether one of this server was ever connected', async () => {
  const heard: object[] = []
  const neighbour = definePlugin({
    id: 'neighbour',
    setup: () => ({ on: [listen(addressesReported, (told) => void heard.push(told))] }),
  })
  world = await makeWorld({ plugins: [neighbour] })
  const { id, token } = await world.claimed('a')
  const connect = async (ipv4: string) => {
    const agent = await world.welcomed(token)
    const say = async (message: object) => {
      agent.say(message)
      agent.say({ ...systemInfo, ipv4: null })
      await agent.next('ack')
    }
    agent.say({ ...systemInfo, ipv4 })
    await agent.next('ack')
    return { agent, say }
  }
  const remote = '127.0.0.1'
  const nowhere = { ipv4: null, ipv6: null, remote }
  const first = await connect('198.51.100.1')
  await first.say({ type: 'ip_changed', ipv4: '198.51.100.2', ipv6: null })
  expect(heard.slice(0, 2)).toEqual([
    { serverId: id, before: nowhere, after: { ...nowhere, ipv4: '198.51.100.1' }, firstConnection: true },
    {
      serverId: id,
      before: { ...nowhere, ipv4: '198.51.100.1' },
      after: { ...nowhere, ipv4: '198.51.100.2' },
      firstConnection: true,
    },
  ])
  heard.length = 0
  await connect('198.51.100.3')
  expect(heard).toEqual([
    { serverId: id, before: nowhere, after: { ...nowhere, ipv4: '198.51.100.3' }, firstConnection: false },
  ])
})
