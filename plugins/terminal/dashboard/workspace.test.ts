import { expect, it } from 'vitest'
import { addTab, canSplit, closePane, initialWorkspace, split } from './workspace.ts'

it('shows a new tab, and the one before it when it is closed', () => {
  const two = addTab(initialWorkspace)
  expect(two).toEqual({
    tabs: [
      { id: 1, panes: [2] },
      { id: 3, panes: [4] },
    ],
    active: 3,
    nextId: 5,
  })
  expect(closePane(two, 4)).toMatchObject({ tabs: [{ id: 1 }], active: 1 })
  expect(closePane(two, 2)).toMatchObject({ tabs: [{ id: 3 }], active: 3 })
})

it('splits a tab once', () => {
  const splitted = split(initialWorkspace)
  expect(splitted.tabs).toEqual([{ id: 1, panes: [2, 3] }])
  expect([canSplit(initialWorkspace), canSplit(splitted)]).toEqual([true, false])
  expect(closePane(splitted, 2).tabs).toEqual([{ id: 1, panes: [3] }])
})

it('keeps the last session', () => {
  expect(closePane(initialWorkspace, 2)).toBe(initialWorkspace)
})
