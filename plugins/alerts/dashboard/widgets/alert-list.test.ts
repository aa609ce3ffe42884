import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { describe, expect, it } from 'vitest'
import alerts from '../index.tsx'
import { listedEvents } from './alert-list.tsx'

const configOf = async (config: object) => {
  const type = alerts.widgets?.find((one) => one.type === 'alert-list')
  if (!type) throw new Error('there is no alert-list')
  return (await type.load()).default.configSchema.safeParse(config)
}

describe('the configuration', () => {
  it.each([
    [{}, { server_ids: [], max_items: 10 }],
    [
      { server_ids: ['a', 'b'], max_items: 50, is_static: true },
      { server_ids: ['a', 'b'], max_items: 50 },
    ],
  ])('accepts %o', async (config, expected) => {
    expect((await configOf(config)).data).toMatchObject(expected)
  })

  it.each([
    { max_items: 0 },
    { max_items: 51 },
    { max_items: 1.5 },
    { server_ids: 'a' },
    { server_ids: Array(401).fill('a') },
  ])('rejects %o', async (config) => {
    expect((await configOf(config)).success).toBe(false)
  })
})

it('lists events of the selected servers up to the limit', () => {
  const events = ['a', 'b', 'a', 'c'].map(
    (server_id, index): AlertEvent => ({
      ...{ alert_key: String(index), rule_id: 'r', rule_name: 'R', server_id, server_name: server_id, source: '' },
      ...{ value: null, value_text: null, first_triggered_at: '', severity: 'critical', silence: null },
      ...{ no_data_since: null, acknowledged_at: null, acknowledged_by: null },
      ...{ status: 'firing', event_at: '', resolved_at: null, count: 1, suppressed: false, silenced_by: null },
    }),
  )
  const keys = (ids: string[], most: number) => listedEvents(events, ids, most).map(({ alert_key }) => alert_key)
  expect(keys([], 3)).toEqual(['0', '1', '2'])
  expect(keys(['a', 'c'], 10)).toEqual(['0', '2', '3'])
  expect(keys(['a', 'c'], 2)).toEqual(['0', '2'])
  expect(keys(['gone'], 2)).toEqual([])
})
