import type { ServerStatus } from '@svc/widget-sdk'
import { expect, it } from 'vitest'
import { makeMapServers } from './map-server.ts'

const live = (id: string, more: Partial<ServerStatus> = {}) =>
  ({
    ...{
      id,
      name: id,
      online: true,
      last_active: 5,
      health: { level: 0, reasons: [] },
      country_code: 'de',
      region: null,
      cpu: 1,
    },
    agent_authority: { status: 'claimed', outstanding_offer: null },
    ...more,
  }) as ServerStatus

it('changes with status and country, not with metrics', () => {
  const select = makeMapServers([])
  const first = select([live('a'), live('b')])
  expect(first.map(({ id, state, country }) => [id, state, country])).toEqual([
    ['a', 'healthy', 'DE'],
    ['b', 'healthy', 'DE'],
  ])
  expect(select([live('a', { cpu: 50 }), live('b', { cpu: 70 })])).toBe(first)
  expect(select([live('a', { online: false }), live('b')])[0]?.state).toBe('offline')
  expect(select([live('a', { health: { level: 1, reasons: [] } }), live('b')])[0]?.state).toBe('warning')
  const moved = select([live('a', { country_code: 'FR' }), live('b')])
  expect(moved[0]?.country).toBe('FR')
  expect(select([live('b')]).map(({ id }) => id)).toEqual(['b'])
})

it('a server without an agent is pending', () => {
  const agent_authority = { status: 'unclaimed' as const, outstanding_offer: null }
  expect(makeMapServers([])([live('a', { online: false, agent_authority })])[0]?.state).toBe('pending')
})

it('only includes selected servers that exist', () => {
  const select = makeMapServers(['b', 'gone'])
  expect(select([live('a'), live('b')]).map(({ id }) => id)).toEqual(['b'])
})
