import type { WidgetModule } from '@svc/widget-sdk'
import { describe, expect, it } from 'vitest'
import { widgetTypes } from './types.ts'

const moduleOf = async (type: string): Promise<WidgetModule> => {
  const found = widgetTypes.find((one) => one.type === type)
  if (!found) throw new Error(`there is no ${type}`)
  return (await found.load()).default
}

const taken: [string, object, object][] = [
  ['metric-card', { server_id: 'a', metric: 'disk_io', label: 'Disks' }, { metric: 'disk_io', label: 'Disks' }],
  ['gauge', { server_id: 'a', metric: 'swap', max: 50 }, { metric: 'swap', max: 50 }],
  ['gauge', {}, { metric: 'cpu', max: 100 }],
  ['line-chart', { server_id: 'a', metric: 'load15', hours: 168 }, { metric: 'load15', hours: 168 }],
  ['line-chart', {}, { metric: 'cpu', hours: 24 }],
  ['multi-line', { server_ids: ['a', 'b'], metric: 'net_in', hours: 1 }, { server_ids: ['a', 'b'], hours: 1 }],
  ['multi-line', {}, { server_ids: [], metric: 'cpu', hours: 24 }],
]

const refused: [string, object][] = [
  ['metric-card', { metric: 'swap' }],
  ['metric-card', { label: 'x'.repeat(61) }],
  ['gauge', { max: 0 }],
  ['gauge', { max: 101 }],
  ['gauge', { metric: 'network' }],
  ['gauge', { server_id: '' }],
  ['line-chart', { hours: 5 }],
  ['line-chart', { hours: '24' }],
  ['line-chart', { metric: 'uptime' }],
  ['multi-line', { server_ids: 'a' }],
  ['multi-line', { server_ids: Array(13).fill('a') }],
]

describe('a configuration', () => {
  it.each(taken)('of %s is accepted: %o', async (type, config, expected) => {
    const { configSchema } = await moduleOf(type)
    expect(configSchema.parse({ ...config, is_static: true })).toMatchObject(expected)
  })

  it.each(refused)('of %s is rejected: %o', async (type, config) => {
    const { configSchema } = await moduleOf(type)
    expect(configSchema.safeParse(config).success).toBe(false)
  })
})
