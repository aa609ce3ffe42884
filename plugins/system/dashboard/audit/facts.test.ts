import { expect, it } from 'vitest'
import { factsOf, parseDetail } from './facts.js'

const facts = (detail: unknown) => factsOf(parseDetail(JSON.stringify(detail)))

it('names members by their path', () => {
  expect(facts({ id: 'a', server: { name: 'b', tags: ['x', 'y'] } })).toEqual([
    { path: ['id'], value: 'a' },
    { path: ['server', 'name'], value: 'b' },
    { path: ['server', 'tags'], value: ['x', 'y'] },
  ])
})

it('tells a change as one fact', () => {
  expect(facts({ changes: { name: { from: 'old', to: 'new' }, ipv6: { from: null, to: '::1' } } })).toEqual([
    { path: ['changes', 'name'], value: 'new', before: 'old' },
    { path: ['changes', 'ipv6'], value: '::1', before: null },
  ])
  expect(facts({ server_id: 's', from: ['a'], to: ['b'] })).toHaveLength(3)
})

it('numbers the objects of a list', () => {
  expect(facts({ hops: [{ ip: 'a' }, { ip: 'b' }], none: {} })).toEqual([
    { path: ['hops', '1', 'ip'], value: 'a' },
    { path: ['hops', '2', 'ip'], value: 'b' },
    { path: ['none'], value: {} },
  ])
})

it('keeps what is no object, and has nothing to say about nothing', () => {
  expect(factsOf(parseDetail('key=value'))).toEqual([{ path: ['detail'], value: 'key=value' }])
  expect(factsOf(parseDetail('[1,2]'))).toEqual([{ path: ['detail'], value: [1, 2] }])
  expect(factsOf(parseDetail(null))).toEqual([])
})
