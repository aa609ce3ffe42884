import type { ServerState } from '@svc/plugin-firewall/contract'
import { expect, it } from 'vitest'
import { coveredStates } from './covered-states.ts'

const servers = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id }))
const state = (server_id: string, state: ServerState['state']) => ({ server_id, state, reason: null, at: '' })
const states = [state('a', 'present'), state('b', 'absent'), state('d', 'failed')]
const order = (cover_type: 'all' | 'include' | 'exclude', server_ids: string[] | null) =>
  coveredStates({ cover_type, server_ids, states }, servers).map((each) => `${each.id} ${each.state?.state}`)

it('lists covered servers, with what needs attention first', () => {
  expect(order('all', null)).toEqual(['d failed', 'c undefined', 'b absent', 'a present'])
  expect(order('include', ['a', 'c', 'gone'])).toEqual(['c undefined', 'a present'])
  expect(order('exclude', ['d'])).toEqual(['c undefined', 'b absent', 'a present'])
})
