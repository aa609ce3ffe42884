import { expect, it } from 'vitest'
import { server } from '../testing/server.js'
import { keepOrder } from './keep-order.js'

it('keeps places and renews servers', () => {
  const shown = [server({ id: 'a', cpu: 9 }), server({ id: 'b', cpu: 1 })]
  const next = [server({ id: 'b', cpu: 50 }), server({ id: 'a', cpu: 2 })]
  expect(keepOrder(shown, next).map(({ id, cpu }) => [id, cpu])).toEqual([
    ['a', 2],
    ['b', 50],
  ])
})

it('gives way when servers came, went or were exchanged', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => server({ id }))
  if (!a || !b || !c) throw new Error('three servers')
  for (const next of [[b], [b, a, c], [c, a]]) expect(keepOrder([a, b], next)).toBe(next)
})
