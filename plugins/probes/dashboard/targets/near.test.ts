import { expect, it } from 'vitest'
import { nearGroups } from './near.ts'

it.each([
  ['Europe/Berlin', 'europe'],
  ['Asia/Shanghai', 'china-telecom'],
  ['Asia/Tokyo', 'asia'],
  ['America/Sao_Paulo', 'south-america'],
  ['America/New_York', 'north-america'],
  ['Australia/Perth', 'oceania'],
  ['UTC', undefined],
])('near %s is %s', (zone, group) => expect(nearGroups(zone)[0]).toBe(group))
