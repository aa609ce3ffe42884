import { expect, it } from 'vitest'
import { byImportance, factsOf, parseDetail, serverIdsOf } from './facts.ts'

const facts = (detail: unknown) => factsOf(parseDetail(JSON.stringify(detail)))

it('names members by path', () => {
  expect(facts({ id: 'a', server: { name: 'b', tags: ['x', 'y'] } })).toEqual([
    { path: ['id'], value: 'a' },
    { path: ['server', 'name'], value: 'b' },
    { path: ['server', 'tags'], value: ['x', 'y'] },
  ])
})

it('shows a change as one fact', () => {
  expect(facts({ changes: { name: { from: 'old', to: 'new' }, ipv6: { from: null, to: '::1' } } })).toEqual([
    { path: ['changes', 'name'], value: 'new', before: 'old' },
    { path: ['changes', 'ipv6'], value: '::1', before: null },
  ])
  expect(facts({ server_id: 's', from: ['a'], to: ['b'] })).toEqual([
    { path: ['server_id'], value: 's' },
    { path: ['change'], value: ['b'], before: ['a'] },
  ])
  expect(facts({ from: { x: 1 }, to: 'b' })).toEqual([
    { path: ['from', 'x'], value: 1 },
    { path: ['to'], value: 'b' },
  ])
})

it('numbers the objects of a list', () => {
  expect(facts({ hops: [{ ip: 'a' }, { ip: 'b' }], none: {} })).toEqual([
    { path: ['hops', '1', 'ip'], value: 'a' },
    { path: ['hops', '2', 'ip'], value: 'b' },
    { path: ['none'], value: {} },
  ])
})

it('keeps values that are not objects, and shows nothing for null', () => {
  expect(factsOf(parseDetail('key=value'))).toEqual([{ path: ['detail'], value: 'key=value' }])
  expect(factsOf(parseDetail('[1,2]'))).toEqual([{ path: ['detail'], value: [1, 2] }])
  expect(factsOf(parseDetail(null))).toEqual([])
})

it('sorts by importance', () => {
  const [knownId, unknownId] = ['3899e969-e5ea-47b2-ad2b-a9e33adbe27d', '82f70e33-1b16-4413-ac48-aab1d3ce0260']
  const all = facts({
    logo: null,
    session_id: unknownId,
    name: 'x',
    count: 2,
    changes: { v: { from: 1, to: 2 }, name: { from: 'x', to: 'y' } },
    server_id: knownId,
  })
  const names = byImportance(all, (id) => id === knownId).map(({ path }) => path.join('.'))
  expect(names).toEqual(['server_id', 'changes.v', 'changes.name', 'count', 'session_id', 'logo'])
})

it('finds the servers that a fact names', () => {
  const [a, b] = ['3e831541-7e1f-4d93-b2a0-ff2e26c4a560', '00000000-0000-4000-8000-000000000000']
  expect(facts({ server_id: a, server_ids: [a, b], user_id: a, server: 'web-1' }).map(serverIdsOf)).toEqual([
    [a],
    [a, b],
    [],
    [],
  ])
})
