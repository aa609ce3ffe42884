import type { Translate } from '@svc/dashboard-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyName } from '../board/copy-name.ts'
import { applyPatch, toPlacement, toWidgetInput } from '../board/placement.ts'
import { confirmations } from '../host/confirmations.ts'
import { readBoardFile } from '../switcher/read-board-file.ts'
import { nextOf } from '../wall/use-rotation.ts'
import { zoomOf } from '../wall/use-wall-zoom.ts'
import { pushState, redo, startHistory, undo } from './history.ts'
import { commandOf, isSaveKey } from './keyboard.ts'

describe('undo and redo', () => {
  test('restore the same state; a new change clears the redo history', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.nat(60), (values, back) => {
        let history = values.reduce(pushState<number>, startHistory(-1))
        const states = [-1, ...values]
        const steps = Math.min(back, values.length)
        for (let step = 0; step < steps; step++) history = undo(history)
        expect(history.now).toBe(states[values.length - steps])
        const other = pushState(history, -2)
        expect(redo(other)).toBe(other)
        for (let step = 0; step < steps; step++) history = redo(history)
        expect(history.now).toBe(states.at(-1))
      }),
    )
  })

  test('are limited, and do nothing without history', () => {
    const first = startHistory(0)
    expect(undo(first)).toBe(first)
    let history = first
    for (let value = 1; value <= 500; value++) history = pushState(history, value)
    expect(history.past.length).toBe(100)
  })
})

test('maps keys to commands', () => {
  const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
  expect(commandOf({ ...none, key: 'ArrowLeft' })).toEqual({ act: 'move', step: { dx: -1, dy: 0 } })
  expect(commandOf({ ...none, key: 'ArrowDown', shiftKey: true })).toEqual({ act: 'resize', step: { dx: 0, dy: 1 } })
  expect(commandOf({ ...none, key: 'ArrowDown', ctrlKey: true })).toBeUndefined()
  expect(commandOf({ ...none, key: 'Delete' })).toEqual({ act: 'remove' })
  expect(commandOf({ ...none, key: 'x' })).toBeUndefined()
  expect(isSaveKey({ ...none, key: 's', ctrlKey: true })).toBe(true)
  expect(isSaveKey({ ...none, key: 'S', metaKey: true })).toBe(true)
  expect(isSaveKey({ ...none, key: 's' })).toBe(false)
  expect(isSaveKey({ ...none, key: 's', ctrlKey: true, shiftKey: true })).toBe(false)
})

test('placements survive a round trip to the server format', () => {
  const widget = {
    id: '1',
    dashboard_id: 'd',
    widget_type: 'module',
    module_id: 'org.example.gauge',
    title: null,
    config_json: '',
    config: { is_static: true, a: [1] },
    grid_x: 1,
    grid_y: 2,
    grid_w: 3,
    grid_h: 4,
    sort_order: 0,
    created_at: '',
  }
  const placement = toPlacement(widget)
  expect(placement).toMatchObject({ type: 'module:org.example.gauge', title: '', isStatic: true, config: { a: [1] } })
  expect(toWidgetInput(placement)).toEqual({
    id: '1',
    widget_type: 'module',
    module_id: 'org.example.gauge',
    title: null,
    config: { is_static: true, a: [1] },
    grid_x: 1,
    grid_y: 2,
    grid_w: 3,
    grid_h: 4,
  })
})

test('positions and heights beyond the limits are clamped for storage', () => {
  const at = { type: 'server-cards', title: '', config: {}, isStatic: false, x: 0, w: 4 }
  expect(toWidgetInput({ ...at, id: 'a', y: 0, h: 1200 })).toMatchObject({ grid_y: 0, grid_h: 100 })
  expect(toWidgetInput({ ...at, id: 'b', y: 1200, h: 2 })).toMatchObject({ grid_y: 1000, grid_h: 2 })
})

test('null in a patch removes a key of the configuration', () => {
  expect(applyPatch({ a: 1, b: 2 }, { a: null, c: [null] })).toEqual({ b: 2, c: [null] })
  expect(applyPatch({ a: 1, b: null }, { a: 2 })).toEqual({ a: 2, b: null })
})

test('confirmations still open when leaving the page are declined', async () => {
  const asked = [confirmations.ask({ title: 'One?' }), confirmations.ask({ title: 'Two?' })]
  confirmations.refuse()
  expect(await Promise.all(asked)).toEqual([false, false])
  expect(confirmations.first()).toBeUndefined()
})

test.each([
  ['', 'notJson'],
  ['[]', 'notBoard'],
  ['null', 'notBoard'],
  ['{"format":"svc-dashboard"}', 'notBoard'],
  ['{"format":"grafana","widgets":[]}', 'notBoard'],
  ['{"format":"svc-dashboard","version":2,"widgets":[]}', 'otherVersion'],
  [' '.repeat(2 ** 21 + 1), 'tooLarge'],
])('rejects an invalid board file', (text, problem) => expect(readBoardFile(text)).toBe(problem))

test('a copy is named after its board, without splitting characters', () => {
  const t = (_key: string | readonly string[], values?: object) => `${(values as { name: string }).name} (copy)`
  expect(copyName(t as Translate, 'a')).toBe('a (copy)')
  expect(copyName(t as Translate, `${'a'.repeat(87)}😀`)).toBe(`${'a'.repeat(87)} (copy)`)
})

test('rotates through the boards', () => {
  expect(nextOf(['a', 'b'], 'b')).toBe('a')
  expect(nextOf(['a', 'b'], 'gone')).toBe('a')
  expect(nextOf(['a'], 'a')).toBeUndefined()
})

test('zoom grows with the screen', () => {
  const zooms = (widths: number[], rows = 0) => widths.map((width) => zoomOf({ width, height: (width * 9) / 16, rows }))
  expect(zooms([390, 1280, 1600, 2560, 3840, 20_000])).toEqual([1, 1, 1, 1.6, 2.4, 3])
  // Limited so that the whole board fits, even slightly below 1; a board that is far too high is scrolled.
  expect(zooms([1920, 2560, 3840], 6)).toEqual([1.2, 1.6, 2.4])
  expect(zooms([1280, 1920, 2560, 3840], 10)).toEqual([1, 1.03, 1.37, 2.06])
  expect(zooms([1920], 12)).toEqual([0.87])
  expect(zooms([1920], 40)).toEqual([1.2])
})
