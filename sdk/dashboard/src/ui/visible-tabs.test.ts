import { expect, it } from 'vitest'
import { visibleTabs } from './visible-tabs.ts'

const widths = [100, 100, 100, 100]
const shown = (room: number, active: number) => [...visibleTabs(widths, room, 20, active)].sort()

it('shows all tabs if they fit', () => {
  expect(shown(460, 0)).toEqual([0, 1, 2, 3])
})

it('keeps room for the menu, and the active tab in the row', () => {
  expect(shown(459, 0)).toEqual([0, 1, 2])
  expect(shown(459, 3)).toEqual([0, 1, 3])
  expect(shown(320, 3)).toEqual([0, 3])
})

it('shows the active tab, whatever the room', () => {
  expect(shown(50, 2)).toEqual([2])
  expect(shown(50, -1)).toEqual([])
})
