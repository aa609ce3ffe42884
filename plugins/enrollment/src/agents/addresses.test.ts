import { definePlugin, listen } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import { makeWorld, systemInfo, type World } from '../../test/world.ts'
import { addressesReported } from '../contract.ts'

let world: World
afterEach(() => world.close())

it('reports old and new addresses, and whether it is the first connection of the server', async () => {
  const events: object[] = []
  const neighbour = definePlugin({
    id: 'neighbour',
    setup: () => ({ on: [listen(addressesReported, (event) => void events.push(event))] }),
  })
  world = await makeWorld({ plugins: [neighbour] })
  const { id, token } = await world.claimed('a')
  const connect = async (ipv4: string) => {
    const agent = await world.welcomed(token)
    const send = async (message: object) => {
      agent.send(message)
      agent.send({ ...systemInfo, ipv4: null })
      await agent.next('ack')
    }
    agent.send({ ...systemInfo, ipv4 })
    await agent.next('ack')
    return { agent, send }
  }
  const remote = '127.0.0.1'
  const unknown = { ipv4: null, ipv6: null, remote }
  const first = await connect('198.51.100.1')
  await first.send({ type: 'ip_changed', ipv4: '198.51.100.2', ipv6: null })
  expect(events.slice(0, 2)).toEqual([
    { serverId: id, before: unknown, after: { ...unknown, ipv4: '198.51.100.1' }, firstConnection: true },
    {
      serverId: id,
      before: { ...unknown, ipv4: '198.51.100.1' },
      after: { ...unknown, ipv4: '198.51.100.2' },
      firstConnection: true,
    },
  ])
  events.length = 0
  await connect('198.51.100.3')
  expect(events).toEqual([
    { serverId: id, before: unknown, after: { ...unknown, ipv4: '198.51.100.3' }, firstConnection: false },
  ])
})
