import fc from 'fast-check'
import { expect, it } from 'vitest'
import { weightsAfterMove } from './group-weights.ts'

const ordered = (groups: readonly { id: string; weight: number }[]) =>
  [...groups].sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))

it('moves a group to any position, whatever the weights are', () => {
  const weights = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(weights, fc.nat(), fc.nat(), (all, a, b) => {
      const groups = ordered(all.map((weight, index) => ({ id: `g${String(index).padStart(2, '0')}`, weight })))
      const [from, to] = [a % groups.length, b % groups.length]
      const changes = new Map(weightsAfterMove(groups, from, to).map(({ id, weight }) => [id, weight]))
      const after = ordered(groups.map(({ id, weight }) => ({ id, weight: changes.get(id) ?? weight })))
      const expected = groups.map(({ id }) => id)
      expected.splice(to, 0, ...expected.splice(from, 1))
      expect(after.map(({ id }) => id)).toEqual(expected)
    }),
  )
})

it('changes a single weight if possible', () => {
  const groups = [
    { id: 'a', weight: 30 },
    { id: 'b', weight: 20 },
    { id: 'c', weight: 10 },
  ]
  expect(weightsAfterMove(groups, 1, 0)).toEqual([{ id: 'b', weight: 40 }])
  expect(weightsAfterMove(groups, 1, -1)).toEqual([])
})
