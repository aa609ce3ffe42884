import type { Translate } from '@svc/dashboard-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyName } from '../board/copy-name.ts'
import { inputOf, patched, placementOf } from '../board/placement.ts'
import { questions } from '../host/questions.ts'
import { readBoardFile } from '../switcher/read-board-file.ts'
import { nextOf } from '../wall/use-rotation.ts'
import { zoomOf } from '../wall/use-wall-zoom.ts'
import { beginning, changed, redone, undone } from './history.ts'
import { commandOf, isSaveKey } from './keys.ts'

describe('steps back', () => {
  test('and forward again give the same state, and a new step ends the way forward', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.nat(60), (values, back) => {
        let history = values.reduce(changed<number>, beginning(-1))
        const states = [-1, ...values]
        const steps = Math.min(back, values.length)
        for (let step = 0; step < steps; step++) history = undone(history)
        expect(history.now).toBe(states[values.length - steps])
        const other = changed(history, -2)
        expect(redone(other)).toBe(other)
        for (let step = 0; step < steps; step++) history = redone(history)
        expect(history.now).toBe(states.at(-1))
      }),
    )
  })

  test('are limited, and none is none', () => {
    const first = beginning(0)
    expect(undone(first)).toBe(first)
    let history = first
    for (let value = 1; value <= 500; value++) history = changed(history, value)
    expect(history.past.length).toBe(100)
  })
})

test('keys', () => {
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

test('placements go to the server and come back as they were', () => {
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
  const placement = placementOf(widget)
  expect(placement).toMatchObject({ type: 'module:org.example.gauge', title: '', isStatic: true, config: { a: [1] } })
  expect(inputOf(placement)).toEqual({
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

test('what its content makes endless can be stored, and so can what is below it', () => {
  const at = { type: 'server-cards', title: '', config: {}, isStatic: false, x: 0, w: 4 }
  expect(inputOf({ ...at, id: 'a', y: 0, h: 1200 })).toMatchObject({ grid_y: 0, grid_h: 100 })
  expect(inputOf({ ...at, id: 'b', y: 1200, h: 2 })).toMatchObject({ grid_y: 1000, grid_h: 2 })
})

test('a widget takes a member out of its configuration with null', () => {
  expect(patched({ a: 1, b: 2 }, { a: null, c: [null] })).toEqual({ b: 2, c: [null] })
  expect(patched({ a: 1, b: null }, { a: 2 })).toEqual({ a: 2, b: null })
})

test('what nobody answered before they left is a no', async () => {
  const asked = [questions.ask({ title: 'One?' }), questions.ask({ title: 'Two?' })]
  questions.refuse()
  expect(await Promise.all(asked)).toEqual([false, false])
  expect(questions.first()).toBeUndefined()
})

test.each([
  ['', 'notJson'],
  ['[]', 'notBoard'],
  ['null', 'notBoard'],
  ['{"format":"svc-dashboard"}', 'notBoard'],
  ['{"format":"grafana","widgets":[]}', 'notBoard'],
  ['{"format":"svc-dashboard","version":2,"widgets":[]}', 'otherVersion'],
  [' '.repeat(2 ** 21 + 1), 'tooLarge'],
])('a file that is no board', (text, problem) => expect(readBoardFile(text)).toBe(problem))

test('a copy is named after its board, whole characters only', () => {
  const t = (_key: string | readonly string[], values?: object) => `${(values as { name: string }).name} (copy)`
  expect(copyName(t as Translate, 'a')).toBe('a (copy)')
  expect(copyName(t as Translate, `${'a'.repeat(87)}😀`)).toBe(`${'a'.repeat(87)} (copy)`)
})

test('boards take turns', () => {
  expect(nextOf(['a', 'b'], 'b')).toBe('a')
  expect(nextOf(['a', 'b'], 'gone')).toBe('a')
  expect(nextOf(['a'], 'a')).toBeUndefined()
})

test('a large wall is read from afar', () => {
  const zooms = (widths: number[], rows = 0) => widths.map((width) => zoomOf({ width, height: (width * 9) / 16, rows }))
  expect(zooms([390, 1280, 1600, 2560, 3840, 20_000])).toEqual([1, 1, 1, 1.6, 2.4, 3])
  // as far as all of it is seen, a little smaller too; what is far too high is scrolled
  expect(zooms([1920, 2560, 3840], 6)).toEqual([1.2, 1.6, 2.4])
  expect(zooms([1280, 1920, 2560, 3840], 10)).toEqual([1, 1.03, 1.37, 2.06])
  expect(zooms([1920], 12)).toEqual([0.87])
  expect(zooms([1920], 40)).toEqual([1.2])
})
