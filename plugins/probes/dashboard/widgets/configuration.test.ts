import type { WidgetModule } from '@svc/widget-sdk'
import { describe, expect, it } from 'vitest'
import en from '../../locales/en.json'
import zh from '../../locales/zh.json'
import { types } from './types.ts'

const moduleOf = async (type: string): Promise<WidgetModule> => {
  const found = types.find((one) => one.type === type)
  if (!found) throw new Error(`there is no ${type}`)
  return (await found.load()).default
}

const taken: [string, object, object][] = [
  ['network-latency', {}, { hours: 0 }],
  ['network-latency', { server_id: 'a', hours: 168 }, { server_id: 'a', hours: 168 }],
  ['network-quality', {}, {}],
  ['network-quality', { server_id: 'a' }, { server_id: 'a' }],
  ['network-overview', {}, { server_ids: [] }],
  ['network-overview', { server_ids: ['a', 'b'] }, { server_ids: ['a', 'b'] }],
]

const refused: [string, object][] = [
  ['network-latency', { hours: 2 }],
  ['network-latency', { hours: '24' }],
  ['network-latency', { server_id: '' }],
  ['network-quality', { server_id: 7 }],
  ['network-overview', { server_ids: 'a' }],
  ['network-overview', { server_ids: Array(401).fill('a') }],
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

describe.each([
  ['English', en],
  ['Chinese', zh],
])('in %s', (_, { widget }) => {
  const nonEmpty = expect.stringMatching(/\S/)

  it('every range has a name', () => {
    const names = [0, 1, 6, 24, 168].map((hours) => `hours.${hours}`)
    expect(widget.network).toMatchObject(Object.fromEntries(names.map((name) => [name, nonEmpty])))
  })
})
