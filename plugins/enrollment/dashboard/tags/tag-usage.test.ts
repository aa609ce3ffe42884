import { expect, it } from 'vitest'
import { tagUsage } from './tag-usage.ts'

it('lists each tag with its servers', () => {
  const servers = [
    { id: 'a', tags: ['web', 'prod'] },
    { id: 'b', tags: [] },
    { id: 'c', tags: ['prod', 'Berlin'] },
  ]
  expect(tagUsage(servers)).toEqual([
    { tag: 'Berlin', ids: ['c'] },
    { tag: 'prod', ids: ['a', 'c'] },
    { tag: 'web', ids: ['a'] },
  ])
})
