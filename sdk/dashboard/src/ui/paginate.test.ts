import { describe, expect, it } from 'vitest'
import { paginate } from './paginate.ts'

describe('a list of 51 rows', () => {
  const rows = Array.from({ length: 51 }, (_, index) => index)
  it.each([
    [undefined, 1, 50],
    [1, 1, 50],
    [2, 2, 1],
    [99, 2, 1],
    [-1, 1, 50],
  ])('shows for page %s page %d with %d rows', (wanted, page, length) => {
    const found = paginate(rows, wanted, 50)
    expect([found.page, found.shown.length]).toEqual([page, length])
  })
})

it('a list without rows has one empty page', () => expect(paginate([], 3, 50)).toEqual({ page: 1, shown: [] }))
