import { Type } from '@sinclair/typebox'
import { definePlugin, listen } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, systemInfo, type World } from '../../test/world.ts'
import { agents, capabilitiesReported, capabilityGranted } from '../contract.ts'

let world: World
afterEach(() => world.close())

const grantEvents: unknown[] = []
/** The stored capabilities at the time of each `capabilitiesReported` event. */
const reported: number[] = []
/** Another plugin with a route that needs the terminal capability; it records the events. */
const neighbour = definePlugin({
  id: 'neighbour',
  requires: { agents },
  setup: ({ agents }) => ({
    on: [
      listen(capabilityGranted, (grant) => void grantEvents.push(grant)),
      listen(capabilitiesReported, ({ serverId }) => void reported.push(agents.capabilities(serverId))),
    ],
    routes: async (app) => {
      app.get(
        '/api/servers/:id/shell',
        {
          config: { access: 'member', server: 'id', capability: 'terminal' },
          schema: { params: Type.Object({ id: Type.String() }) },
        },
        async () => ({ data: 'ok' }),
      )
    },
  }),
})

const grant = { cap: 'terminal', granted_at: 100, expires_at: 700, granted_by: 'ada', reason: 'disk\u001b[2J\nfull' }
const change = { cap: 'terminal', action: 'granted', expires_at: 700, granted_by: 'ada', reason: grant.reason }
const capabilitiesChanged = (capabilities: number, temporary: object[], ...changes: object[]) => ({
  type: 'capabilities_changed',
  msg_id: 'c',
  capabilities,
  temporary,
  changes,
})

async function start() {
  grantEvents.length = 0
  reported.length = 0
  world = await makeWorld({ plugins: [neighbour] })
  const { id, token } = await world.claimed('a')
  const browser = await world.browser('member')
  await browser.next('full_sync')
  const agent = await world.welcomed(token)
  agent.send(systemInfo)
  await agent.next('ack')
  await browser.next('capabilities_changed')
  const shell = async () => (await world.member('GET', `/api/servers/${id}/shell`)).status
  const record = async (who: 'admin' | 'member') => (await world.call(who, 'GET', `/api/servers/${id}`)).data
  return { id, token, agent, browser, shell, record }
}

describe('a temporary grant', () => {
  it('takes effect, is broadcast, audited and emitted, and so is its end', async () => {
    const { id, agent, browser, shell, record } = await start()
    expect(await shell()).toBe(403)

    agent.send(capabilitiesChanged(1853, [grant], change))
    expect(await browser.next('capabilities_changed')).toEqual({
      type: 'capabilities_changed',
      server_id: id,
      capabilities: 1853,
      agent_local_capabilities: 1853,
      effective_capabilities: 1853,
      temporary: [{ cap: 'terminal', granted_at: 100, expires_at: 700 }],
    })
    expect(await shell()).toBe(200)
    expect(grantEvents).toEqual([
      {
        serverId: id,
        capability: 'terminal',
        expiresAt: 700,
        grantedBy: 'ada',
        reason: 'disk [2J full',
        extended: false,
      },
    ])

    agent.send(capabilitiesChanged(1852, [], { cap: 'terminal', action: 'expired' }))
    expect(await browser.next('capabilities_changed')).toMatchObject({ capabilities: 1852, temporary: [] })
    expect(await shell()).toBe(403)
    agent.send(capabilitiesChanged(1852, [], { cap: 'terminal', action: 'revoked' }))
    await browser.next('capabilities_changed')
    const system = { userId: 'system' }
    const about = { server_id: id, cap: 'terminal' }
    expect(world.audited.filter(({ action }) => /^capability_(temporarily|grant)/.test(action))).toEqual([
      {
        ...system,
        action: 'capability_temporarily_granted',
        detail: { ...about, expires_at: 700, granted_by: 'ada', reason: 'disk [2J full' },
      },
      { ...system, action: 'capability_grant_expired', detail: about },
      { ...system, action: 'capability_grant_revoked', detail: about },
    ])
    expect(await record('admin')).toMatchObject({ effective_capabilities: 1852, temporary: [] })
    expect(grantEvents).toHaveLength(1)
    expect(reported).toEqual([1852, 1853, 1852, 1852])
  })

  it('shows only admins who granted it and why', async () => {
    const { agent, browser, record } = await start()
    agent.send(capabilitiesChanged(1853, [grant], change))
    await browser.next('capabilities_changed')
    expect((await record('admin')).temporary).toEqual([{ ...grant, reason: 'disk [2J full' }])
    const shown = [{ cap: 'terminal', granted_at: 100, expires_at: 700 }]
    expect((await record('member')).temporary).toEqual(shown)
    expect((await world.member('GET', '/api/servers')).data[0].temporary).toEqual(shown)
  })

  it('with a new expiry is emitted again, as extended', async () => {
    const { agent, browser } = await start()
    agent.send(capabilitiesChanged(1853, [grant], change))
    agent.send(capabilitiesChanged(1853, [{ ...grant, expires_at: 900 }], { ...change, expires_at: 900 }))
    await browser.next('capabilities_changed')
    expect(await browser.next('capabilities_changed')).toMatchObject({ temporary: [{ expires_at: 900 }] })
    expect(grantEvents).toMatchObject([{ extended: false }, { expiresAt: 900, extended: true }])
  })

  it('made while the agent was offline is emitted as new, although the agent listed it on reconnect', async () => {
    const { token, agent, browser } = await start()
    agent.socket.terminate()
    await browser.next('server_offline')
    const reconnected = await world.welcomed(token)
    reconnected.send({ ...systemInfo, agent_local_capabilities: 1853, temporary: [grant] })
    await reconnected.next('ack')
    // A change of another capability lists the active grant too, but does not emit it.
    reconnected.send(capabilitiesChanged(1853, [grant], { cap: 'exec', action: 'expired' }))
    reconnected.send(capabilitiesChanged(1853, [grant], change))
    reconnected.send(capabilitiesChanged(1853, [{ ...grant, expires_at: 900 }], { ...change, expires_at: 900 }))
    await vi.waitFor(() => expect(grantEvents).toMatchObject([{ extended: false }, { expiresAt: 900, extended: true }]))
  })

  it('that continues after a reconnect counts as extended; one granted after the old one expired does not', async () => {
    const { token, agent, browser } = await start()
    agent.send(capabilitiesChanged(1853, [grant], change))
    await browser.next('capabilities_changed')
    agent.socket.terminate()
    await browser.next('server_offline')
    const reconnected = await world.welcomed(token)
    reconnected.send({ ...systemInfo, agent_local_capabilities: 1853, temporary: [grant] })
    reconnected.send(capabilitiesChanged(1853, [{ ...grant, expires_at: 900 }], { ...change, expires_at: 900 }))
    reconnected.send(
      capabilitiesChanged(1853, [{ ...grant, granted_at: 901, expires_at: 999 }], { ...change, expires_at: 999 }),
    )
    await vi.waitFor(() =>
      expect(grantEvents).toMatchObject([
        { extended: false },
        { expiresAt: 900, extended: true },
        { expiresAt: 999, extended: false },
      ]),
    )
  })

  it('is emitted even when the audit limit is exceeded', async () => {
    const { agent } = await start()
    for (let i = 0; i < 4; i++) agent.send(capabilitiesChanged(1853, [grant], ...Array(32).fill(change)))
    await vi.waitFor(() => expect(grantEvents).toHaveLength(128))
    expect(world.audited.filter(({ action }) => action === 'capability_temporarily_granted')).toHaveLength(60)
    expect(world.audited.filter(({ action }) => action === 'agent_rows_dropped')).toHaveLength(1)
  })

  it('is dropped when the agent disconnects', async () => {
    const { agent, browser, shell, record } = await start()
    agent.send(capabilitiesChanged(1853, [grant], change))
    await browser.next('capabilities_changed')
    agent.socket.terminate()
    await browser.next('server_offline')
    expect(await record('admin')).toMatchObject({ temporary: [], effective_capabilities: null })
    expect(await shell()).toBe(404)
  })

  it('is ignored if its capability is off or unknown', async () => {
    const { agent, browser, record } = await start()
    agent.send(capabilitiesChanged(1852, [grant, { ...grant, cap: 'fly' }], { ...change, cap: 'fly' }))
    expect(await browser.next('capabilities_changed')).toMatchObject({ temporary: [] })
    expect((await record('admin')).temporary).toEqual([])
    expect(grantEvents).toEqual([])
  })
})
