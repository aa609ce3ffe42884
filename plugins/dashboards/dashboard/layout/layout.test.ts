import type { WidgetSizing } from '@svc/widget-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inReadingOrder, sideBySide, withContentHeights } from './arrange.ts'
import { bottomOf, type Cell, freePlace, overlap, pixelsFor, rowsFor } from './cell.ts'
import { moveCell, placeCell, resizeCell } from './moves.ts'
import { pushDown } from './push-down.ts'
import { defaultSize, fitSize, handlesOf, limitsOf } from './sizing.ts'

const cell = (id: string, x: number, y: number, w = 4, h = 2): Cell => ({ id, x, y, w, h })
const free: WidgetSizing = { defaultW: 4, defaultH: 2, minW: 2, minH: 1, maxW: 8, maxH: 6, strategy: 'free' }
const rules = { sizing: free, isFixed: () => false }
const at = (cells: readonly Cell[] | undefined, id: string) => {
  const found = cells?.find((one) => one.id === id)
  return found && [found.x, found.y, found.w, found.h]
}

/** An arbitrary board without overlaps. */
const board = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 8 }),
      y: fc.integer({ min: 0, max: 12 }),
      w: fc.integer({ min: 1, max: 4 }),
      h: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((places) =>
    pushDown(
      places.map((place, index) => ({ id: String(index), ...place })),
      undefined,
    ),
  )
const isApart = (cells: readonly Cell[]) => cells.every((one) => !cells.some((other) => overlap(one, other)))

describe('pixels and rows', () => {
  test('convert both ways', () => {
    expect([pixelsFor(1), pixelsFor(2)]).toEqual([80, 176])
    for (let rows = 1; rows < 40; rows++) {
      expect(rowsFor(pixelsFor(rows))).toBe(rows)
      expect(rowsFor(pixelsFor(rows) + 1)).toBe(rows + 1)
    }
    expect(rowsFor(0)).toBe(1)
  })
})

describe('pushing down', () => {
  test('moves overlapping cells down, recursively', () => {
    const after = pushDown([cell('a', 0, 0, 4, 4), cell('b', 0, 2), cell('c', 0, 4), cell('d', 8, 2)], 'a')
    expect([at(after, 'b'), at(after, 'c'), at(after, 'd')]).toEqual([
      [0, 4, 4, 2],
      [0, 6, 4, 2],
      [8, 2, 4, 2],
    ])
  })

  test('moves cells below fixed ones', () => {
    const after = pushDown(
      [cell('a', 0, 0, 4, 4), cell('b', 0, 2), cell('fixed', 0, 4)],
      'a',
      (one) => one.id === 'fixed',
    )
    expect([at(after, 'b'), at(after, 'fixed')]).toEqual([
      [0, 6, 4, 2],
      [0, 4, 4, 2],
    ])
  })

  test('leaves no overlap, moves nothing up or sideways, and keeps sizes', () => {
    fc.assert(
      fc.property(board, fc.nat(), fc.integer({ min: 1, max: 9 }), (cells, pick, h) => {
        const chosen = cells[pick % cells.length] as Cell
        const before = cells.map((one) => (one === chosen ? { ...one, h } : one))
        const after = pushDown(before, chosen.id)
        expect(isApart(after)).toBe(true)
        for (const [index, one] of after.entries()) {
          const was = before[index] as Cell
          expect([one.id, one.x, one.w, one.h]).toEqual([was.id, was.x, was.w, was.h])
          expect(one.y).toBeGreaterThanOrEqual(was.y)
        }
        expect(at(after, chosen.id)?.[1]).toBe(chosen.y)
      }),
    )
  })
})

describe('arrow keys', () => {
  const cells = [cell('a', 0, 0), cell('b', 4, 0), cell('c', 0, 2)]
  test('jump over other cells', () => expect(at(moveCell(cells, 'a', { dx: 1, dy: 0 }), 'a')).toEqual([8, 0, 4, 2]))
  test('go down freely', () => expect(at(moveCell(cells, 'b', { dx: 0, dy: 1 }), 'b')).toEqual([4, 1, 4, 2]))
  test('stop at the edge', () => {
    expect(moveCell(cells, 'a', { dx: -1, dy: 0 })).toBeUndefined()
    expect(moveCell(cells, 'a', { dx: 0, dy: -1 })).toBeUndefined()
    expect(moveCell([cell('a', 8, 0)], 'a', { dx: 1, dy: 0 })).toBeUndefined()
    expect(moveCell([cell('a', 0, 1000)], 'a', { dx: 0, dy: 1 })).toBeUndefined()
  })

  test('never cause an overlap', () => {
    const step = fc.constantFrom({ dx: 1, dy: 0 }, { dx: -1, dy: 0 }, { dx: 0, dy: 1 }, { dx: 0, dy: -1 })
    fc.assert(
      fc.property(board, fc.nat(), step, (cells, pick, by) => {
        const after = moveCell(cells, String(pick % cells.length), by) ?? cells
        expect(isApart(after)).toBe(true)
        expect(after.every(({ x, y, w }) => x >= 0 && y >= 0 && x + w <= 12)).toBe(true)
      }),
    )
  })
})

test('rejects a drop onto another cell', () => {
  const cells = [cell('a', 0, 0), cell('b', 4, 0)]
  expect(placeCell(cells, 'a', { x: 2, y: 1 })).toBeUndefined()
  expect(placeCell(cells, 'a', { x: 9, y: 0 })).toBeUndefined()
  expect(placeCell(cells, 'a', { x: 0, y: 0 })).toBeUndefined()
  expect(at(placeCell(cells, 'a', { x: 0, y: 3 }), 'a')).toEqual([0, 3, 4, 2])
})

describe('sizes', () => {
  const square: WidgetSizing = {
    defaultW: 2,
    defaultH: 2,
    minW: 2,
    minH: 2,
    maxW: 6,
    maxH: 6,
    strategy: 'aspect-square',
  }
  const grown: WidgetSizing = { defaultW: 12, defaultH: 6, minW: 4, minH: 3, strategy: 'content-height' }
  const fixed: WidgetSizing = { defaultW: 2, defaultH: 1, minW: 2, minH: 1, strategy: 'fixed' }

  test.each([
    [free, { w: 4, h: 2 }, { w: 1, h: 9 }, { w: 2, h: 6 }],
    [fixed, { w: 2, h: 1 }, { w: 6, h: 6 }, { w: 2, h: 1 }],
    [square, { w: 2, h: 2 }, { w: 4, h: 2 }, { w: 4, h: 4 }],
    [square, { w: 4, h: 4 }, { w: 4, h: 3 }, { w: 3, h: 3 }],
    [square, { w: 4, h: 4 }, { w: 12, h: 5 }, { w: 6, h: 6 }],
    [square, { w: 4, h: 4 }, { w: 0, h: 4 }, { w: 2, h: 2 }],
    [grown, { w: 12, h: 6 }, { w: 3, h: 20 }, { w: 4, h: 6 }],
  ])('%o from %o to %o', (sizing, was, wanted, expected) => expect(fitSize(sizing, was, wanted)).toEqual(expected))

  test('of new widgets are the default, made square for squares', () => {
    expect([free, fixed, square, grown].map(defaultSize)).toEqual([
      { w: free.defaultW, h: free.defaultH },
      { w: 2, h: 1 },
      { w: 2, h: 2 },
      { w: 12, h: 6 },
    ])
    expect(defaultSize({ ...square, defaultW: 4, defaultH: 3 })).toEqual({ w: 4, h: 4 })
  })

  test('stay within the board for any sizing', () => {
    const hostile: WidgetSizing = {
      defaultW: 99,
      defaultH: 9999,
      minW: 50,
      minH: 500,
      maxW: 1,
      maxH: 1,
      strategy: 'free',
    }
    const { min, max } = limitsOf(hostile)
    expect(min).toEqual({ w: 12, h: 100 })
    expect(max.w).toBeLessThanOrEqual(12)
    expect(defaultSize(hostile).w).toBeLessThanOrEqual(12)
  })

  test('resize handles', () => {
    expect([free, fixed, square, grown].map((sizing) => handlesOf(sizing).join(' '))).toEqual([
      'e s se',
      '',
      'e s se',
      'e',
    ])
  })

  test('growing pushes cells down, but not fixed ones or beyond the board', () => {
    const cells = [cell('a', 0, 0), cell('b', 0, 2), cell('c', 8, 0)]
    const after = resizeCell(cells, 'a', { w: 6, h: 3 }, rules)
    expect([at(after, 'a'), at(after, 'b'), at(after, 'c')]).toEqual([
      [0, 0, 6, 3],
      [0, 3, 4, 2],
      [8, 0, 4, 2],
    ])
    expect(resizeCell(cells, 'a', { w: 4, h: 3 }, { sizing: free, isFixed: (one) => one.id === 'b' })).toBeUndefined()
    expect(at(resizeCell(cells, 'c', { w: 9, h: 3 }, rules), 'c')).toEqual([8, 0, 4, 3])
    expect(resizeCell(cells, 'a', { w: 4, h: 2 }, rules)).toBeUndefined()
  })
})

describe('the displayed layout', () => {
  test('makes room for content heights', () => {
    const cells = [cell('a', 0, 0), cell('b', 0, 2)]
    const after = withContentHeights(cells, new Map([['a', 5]]))
    expect([at(after, 'a'), at(after, 'b')]).toEqual([
      [0, 0, 4, 5],
      [0, 5, 4, 2],
    ])
    expect(withContentHeights(cells, new Map())[0]).toBe(cells[0])
    expect(bottomOf(after)).toBe(7)
  })

  test('is sorted top to bottom, left to right in a single column', () => {
    expect(inReadingOrder([cell('c', 0, 2), cell('b', 4, 0), cell('a', 0, 0)]).map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('puts consecutive small cells of equal height side by side', () => {
    const small = (id: string, h = 1) => cell(id, 0, 0, 2, h)
    const cells = [small('a'), small('b'), small('c'), cell('d', 0, 1, 12, 4), small('e'), small('f', 2), small('g', 2)]
    expect([...sideBySide(cells)]).toEqual(['a', 'b', 'f', 'g'])
    expect(sideBySide([]).size).toBe(0)
  })
})

describe('the first free place', () => {
  const board = [cell('a', 0, 0, 6, 2), cell('b', 8, 0, 4, 1), cell('c', 0, 2, 12, 2)]

  test.each([
    [
      { w: 2, h: 2 },
      { x: 6, y: 0 },
    ],
    [
      { w: 6, h: 1 },
      { x: 6, y: 1 },
    ],
    [
      { w: 6, h: 2 },
      { x: 0, y: 4 },
    ],
    [
      { w: 12, h: 1 },
      { x: 0, y: 4 },
    ],
  ])('for %o is %o', (size, place) => {
    expect(freePlace(board, size)).toEqual(place)
  })

  test('on an empty board is the corner', () => {
    expect(freePlace([], { w: 3, h: 2 })).toEqual({ x: 0, y: 0 })
  })
})
