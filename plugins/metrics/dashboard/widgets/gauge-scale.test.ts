import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arcLength, arcPath, gaugeFill, pointAt } from './gauge-scale.ts'

describe('the fill of a gauge', () => {
  it.each([
    [0, 100, 0, 'normal'],
    [70, 100, 0.7, 'normal'],
    [70.1, 100, 0.701, 'warning'],
    [90.1, 100, 0.901, 'danger'],
    [16, 20, 0.8, 'warning'],
    [60, 50, 1, 'danger'],
    [-3, 100, 0, 'normal'],
  ])('at %s percent of %s', (percent, max, share, level) => {
    const filling = gaugeFill(percent, max)
    expect(filling.share).toBeCloseTo(share)
    expect(filling.level).toBe(level)
  })

  it('is between 0 and 1', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 100 }), (percent, max) => {
        const { share } = gaugeFill(percent, max)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the arc', () => {
  it('is open at the bottom and symmetric', () => {
    const [[left, leftY], [right, rightY]] = [pointAt(0, 42), pointAt(1, 42)]
    expect(left + right).toBeCloseTo(100)
    expect(leftY).toBeCloseTo(rightY)
    expect(leftY).toBeGreaterThan(50)
    const [middle, top] = pointAt(0.5, 42)
    expect(middle).toBeCloseTo(50)
    expect(top).toBeCloseTo(8)
  })

  it('sets the large-arc flag above half a circle', () => {
    expect(arcPath(0, 1, 42)).toContain(' 0 1 1 ')
    expect(arcPath(0, 0.5, 42)).toContain(' 0 0 1 ')
    expect(arcLength(42)).toBeCloseTo((2 * Math.PI * 42 * 2) / 3)
  })
})
