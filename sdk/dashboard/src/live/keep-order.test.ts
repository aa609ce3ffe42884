import { expect, it } from 'vitest'
import { keepOrder } from './keep-order.ts'

it('keeps the order and updates the items', () => {
  const shown = [
    { id: 'a', cpu: 9 },
    { id: 'b', cpu: 1 },
  ]
  const next = [
    { id: 'b', cpu: 50 },
    { id: 'a', cpu: 2 },
  ]
  expect(keepOrder(shown, next).map(({ id, cpu }) => [id, cpu])).toEqual([
    ['a', 2],
    ['b', 50],
  ])
})

it('takes the new order when items were added or removed', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }))
  if (!a || !b || !c) throw new Error('three')
  for (const next of [[b], [b, a, c], [c, a]]) expect(keepOrder([a, b], next)).toBe(next)
})
