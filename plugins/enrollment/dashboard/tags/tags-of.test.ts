import { expect, it } from 'vitest'
import { tagsOf } from './tags-of.ts'

it('lists each tag once with the servers that have it', () => {
  const servers = [
    { id: 'a', tags: ['web', 'prod'] },
    { id: 'b', tags: [] },
    { id: 'c', tags: ['prod', 'Berlin'] },
  ]
  expect(tagsOf(servers)).toEqual([
    { tag: 'Berlin', ids: ['c'] },
    { tag: 'prod', ids: ['a', 'c'] },
    { tag: 'web', ids: ['a'] },
  ])
})
