import { describe, expect, it } from 'vitest'
import { maxTargets as accepted } from '../../src/network/network-schema.ts'
import { addShown, maxTargets, removeShown, roomLeft, sameChoice, toggled } from './choice.ts'

const ids = (count: number, prefix = 'a') => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe('the selection of targets', () => {
  it('has the limit of the server', () => expect(maxTargets).toBe(accepted))

  it('adds the listed targets from the top up to the limit', () => {
    const { ids: chosen, rejected } = addShown(new Set(ids(12)), ids(31, 'b'))
    expect([...chosen]).toEqual([...ids(12), ...ids(8, 'b')])
    expect(rejected).toBe(23)
    expect(roomLeft(chosen)).toBe(0)
  })

  it('counts selected targets once', () => {
    expect(addShown(new Set(ids(20)), ids(20))).toEqual({ ids: new Set(ids(20)), rejected: 0 })
  })

  it('adds nothing beyond the limit', () => {
    const all = new Set(ids(25))
    expect(addShown(all, ['x'])).toEqual({ ids: all, rejected: 1 })
    expect(toggled(all, 'x')).toEqual(all)
    expect(toggled(all, 'a0').size).toBe(24)
  })

  it('removes the listed targets only', () => {
    expect(removeShown(new Set(ids(3)), ['a1', 'b1'])).toEqual(new Set(['a0', 'a2']))
  })

  it('is compared in any order', () => {
    expect(sameChoice(new Set(['a', 'b']), new Set(['b', 'a']))).toBe(true)
    expect(sameChoice(new Set(['a']), new Set(['b']))).toBe(false)
    expect(sameChoice(new Set(['a']), new Set(['a', 'b']))).toBe(false)
  })
})
