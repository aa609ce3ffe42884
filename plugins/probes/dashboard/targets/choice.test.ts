import { describe, expect, it } from 'vitest'
import { maxTargets as accepted } from '../../src/network/network-schema.ts'
import { addShown, maxTargets, removeShown, roomLeft, sameChoice, toggled } from './choice.ts'

const ids = (count: number, prefix = 'a') => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe('the choice of targets', () => {
  it('ends where the server ends', () => expect(maxTargets).toBe(accepted))

  it('takes what is shown, from the top, as long as there is room', () => {
    const { ids: chosen, refused } = addShown(new Set(ids(12)), ids(31, 'b'))
    expect([...chosen]).toEqual([...ids(12), ...ids(8, 'b')])
    expect(refused).toBe(23)
    expect(roomLeft(chosen)).toBe(0)
  })

  it('counts what was chosen before only once', () => {
    expect(addShown(new Set(ids(20)), ids(20))).toEqual({ ids: new Set(ids(20)), refused: 0 })
  })

  it('takes nothing more when there are too many already', () => {
    const all = new Set(ids(25))
    expect(addShown(all, ['x'])).toEqual({ ids: all, refused: 1 })
    expect(toggled(all, 'x')).toEqual(all)
    expect(toggled(all, 'a0').size).toBe(24)
  })

  it('gives back what is shown and nothing else', () => {
    expect(removeShown(new Set(ids(3)), ['a1', 'b1'])).toEqual(new Set(['a0', 'a2']))
  })

  it('is the same in any order', () => {
    expect(sameChoice(new Set(['a', 'b']), new Set(['b', 'a']))).toBe(true)
    expect(sameChoice(new Set(['a']), new Set(['b']))).toBe(false)
    expect(sameChoice(new Set(['a']), new Set(['a', 'b']))).toBe(false)
  })
})
