import { describe, expect, it } from 'vitest'
import { makeSelection } from './selection.ts'

const shown = ['a', 'b', 'c', 'd', 'e']

function selecting() {
  const selection = makeSelection()
  selection.setOrder(shown)
  return { selection, selectedIds: () => [...selection.ids()].sort().join('') }
}

describe('a selection', () => {
  it('is off until it is started or a server is selected', () => {
    const { selection } = selecting()
    expect(selection.mark('a')).toBe('off')
    selection.start()
    expect(selection.mark('a')).toBe('no')
    selection.toggle('a')
    expect([selection.mark('a'), selection.mark('b')]).toEqual(['yes', 'no'])
    selection.stop()
    expect([selection.mark('a'), selection.ids().size]).toEqual(['off', 0])
  })

  it('selects a range from the last one, in both directions', () => {
    const { selection, selectedIds } = selecting()
    selection.toggle('d')
    selection.toggle('b', true)
    expect(selectedIds()).toBe('bcd')
    selection.toggle('e', true)
    expect(selectedIds()).toBe('bcde')
  })

  it('deselects a range if the last one was deselected', () => {
    const { selection, selectedIds } = selecting()
    selection.toggleAll(shown)
    selection.toggle('b')
    selection.toggle('d', true)
    expect(selectedIds()).toBe('ae')
  })

  it('selects a single one if the start of the range is no longer shown, or there is none', () => {
    const { selection, selectedIds } = selecting()
    selection.toggle('c', true)
    expect(selectedIds()).toBe('c')
    selection.setOrder(['a', 'b', 'd', 'e'])
    selection.toggle('e', true)
    expect(selectedIds()).toBe('ce')
  })

  it('selects all shown, and keeps the others when these are deselected', () => {
    const { selection, selectedIds } = selecting()
    selection.toggle('e')
    selection.toggleAll(['a', 'b'])
    expect(selectedIds()).toBe('abe')
    selection.toggleAll(['a', 'b'])
    expect(selectedIds()).toBe('e')
  })

  it('notifies its listeners of each change', () => {
    const { selection } = selecting()
    let notifications = 0
    const stop = selection.subscribe(() => notifications++)
    selection.start()
    selection.toggle('a')
    stop()
    selection.stop()
    expect(notifications).toBe(2)
  })
})
