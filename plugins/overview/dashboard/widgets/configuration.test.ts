import type { WidgetModule } from '@svc/widget-sdk'
import { describe, expect, it } from 'vitest'
import { widgetTypes } from './types.ts'

const moduleOf = async (type: string): Promise<WidgetModule> => {
  const found = widgetTypes.find((one) => one.type === type)
  if (!found) throw new Error(`there is no ${type}`)
  return (await found.load()).default
}

const taken: [string, object, object][] = [
  ['stat-number', { metric: 'health' }, { metric: 'health' }],
  ['stat-number', {}, { metric: 'server_count' }],
]

const refused: [string, object][] = [['stat-number', { metric: 'disk' }]]

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
