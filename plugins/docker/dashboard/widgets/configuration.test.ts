import type { WidgetModule } from '@svc/widget-sdk'
import { describe, expect, it } from 'vitest'
import { types } from './types.ts'

const moduleOf = async (type: string): Promise<WidgetModule> => {
  const found = types.find((one) => one.type === type)
  if (!found) throw new Error(`there is no ${type}`)
  return (await found.load()).default
}

const accepted: [string, object, object][] = [
  ['docker-containers', {}, { show: 'all', sort: 'cpu', max_items: 20 }],
  ['docker-containers', { server_id: 'a', show: 'problems', max_items: 5 }, { server_id: 'a', show: 'problems' }],
  ['docker-stat', {}, { metric: 'running' }],
  ['docker-stat', { server_id: 'a', metric: 'memory' }, { server_id: 'a', metric: 'memory' }],
]

const rejected: [string, object][] = [
  ['docker-containers', { max_items: 0 }],
  ['docker-containers', { sort: 'image' }],
  ['docker-containers', { server_id: 7 }],
  ['docker-stat', { metric: 'disk' }],
]

describe('a configuration', () => {
  it.each(accepted)('of %s is accepted: %o', async (type, config, expected) => {
    const { configSchema } = await moduleOf(type)
    expect(configSchema.parse({ ...config, is_static: true })).toMatchObject(expected)
  })

  it.each(rejected)('of %s is rejected: %o', async (type, config) => {
    const { configSchema } = await moduleOf(type)
    expect(configSchema.safeParse(config).success).toBe(false)
  })
})
