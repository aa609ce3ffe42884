import { describe, expect, it } from 'vitest'
import { makeSelection } from './selection.ts'

const shown = ['a', 'b', 'c', 'd', 'e']

function selecting() {
  const selection = makeSelection()
  selection.arrange(shown)
  return { selection, chosen: () => [...selection.ids()].sort().join('') }
}

describe('a selection', () => {
  it('is off until it is started or something is ticked', () => {
    const { selection } = selecting()
    expect(selection.mark('a')).toBe('off')
    selection.start()
    expect(selection.mark('a')).toBe('no')
    selection.toggle('a')
    expect([selection.mark('a'), selection.mark('b')]).toEqual(['yes', 'no'])
    selection.stop()
    expect([selection.mark('a'), selection.ids().size]).toEqual(['off', 0])
  })

  it('ticks a range from the last one, both ways', () => {
    const { selection, chosen } = selecting()
    selection.toggle('d')
    selection.toggle('b', true)
    expect(chosen()).toBe('bcd')
    selection.toggle('e', true)
    expect(chosen()).toBe('bcde')
  })

  it('unticks a range when the last one was unticked', () => {
    const { selection, chosen } = selecting()
    selection.toggleAll(shown)
    selection.toggle('b')
    selection.toggle('d', true)
    expect(chosen()).toBe('ae')
  })

  it('ticks one only when the start of the range is no longer shown, or there is none', () => {
    const { selection, chosen } = selecting()
    selection.toggle('c', true)
    expect(chosen()).toBe('c')
    selection.arrange(['a', 'b', 'd', 'e'])
    selection.toggle('e', true)
    expect(chosen()).toBe('ce')
  })

  it('ticks all that are shown, and leaves the others when they are unticked', () => {
    const { selection, chosen } = selecting()
    selection.toggle('e')
    selection.toggleAll(['a', 'b'])
    expect(chosen()).toBe('abe')
    selection.toggleAll(['a', 'b'])
    expect(chosen()).toBe('e')
  })

  it('tells its listeners of each change', () => {
    const { selection } = selecting()
    let told = 0
    const stop = selection.subscribe(() => told++)
    selection.start()
    selection.toggle('a')
    stop()
    selection.stop()
    expect(told).toBe(2)
  })
})
