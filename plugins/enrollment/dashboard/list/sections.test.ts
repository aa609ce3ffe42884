import { expect, it } from 'vitest'
import { ids, server } from '../testing/server.ts'
import { ungrouped } from './list-search.ts'
import { sectionsOf } from './sections.ts'

it('follows the order of the groups, omits empty ones, and ends with ungrouped servers', () => {
  const servers = [
    server({ id: '1', group_id: 'b' }),
    server({ id: '2' }),
    server({ id: '3', group_id: 'a' }),
    server({ id: '4', group_id: 'deleted' }),
    server({ id: '5', group_id: 'b' }),
  ]
  const groups = [
    { id: 'a', name: 'A' },
    { id: 'empty', name: 'E' },
    { id: 'b', name: 'B' },
  ]
  expect(sectionsOf(servers, groups).map(({ key, servers: list }) => [key, ids(list)])).toEqual([
    ['a', ['3']],
    ['b', ['1', '5']],
    [ungrouped, ['2', '4']],
  ])
})
