import type { ConfigurationEntry } from '@svc/plugin-system/contract'
import { expect, it } from 'vitest'
import { groupsOf, valueText } from './configuration.ts'

const entry = (key: string, description = ''): ConfigurationEntry => ({
  ...{ key, description, owner: 'x', env: `SVC_${key.replaceAll('.', '__').toUpperCase()}` },
  ...{ default: 1, value: 1, is_secret: false, source: null },
})
const all = [entry('auth.max'), entry('retention.records_days', 'days to keep'), entry('scheduler.timezone')]
const ids = (search: string) => groupsOf(all, search).map(({ id }) => id)

it('has the groups people look for first', () => {
  expect(ids('')).toEqual(['scheduler', 'retention', 'auth'])
})

it('is found by key, variable and description', () => {
  expect(ids('timezone')).toEqual(['scheduler'])
  expect(ids('svc_auth__max')).toEqual(['auth'])
  expect(ids('keep DAYS')).toEqual(['retention'])
  expect(ids('nothing')).toEqual([])
})

it.each([
  ['', '""'],
  [[], '[]'],
  [['a', 'b'], 'a, b'],
  [true, 'true'],
  [5, '5'],
])('writes %j as %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})
