import { expect, it } from 'vitest'
import { view } from '../testing/view.ts'
import { switchOf } from './plugin-switch.ts'

it('is on unless the plugin was disabled', () => {
  expect(switchOf(view('a'))).toEqual({ on: true })
  expect(switchOf(view('a', { state: 'failed' }))).toEqual({ on: true })
  expect(switchOf(view('a', { state: 'refused', bundled: false }))).toEqual({ on: true })
  expect(switchOf(view('a', { state: 'disabled' }))).toEqual({ on: false })
})

it('is locked where the server would reject a change', () => {
  expect(switchOf(view('a', { required: true }))).toEqual({ on: true, fixed: 'required' })
  expect(switchOf(view('a', { state: 'disabled', locked: true }))).toEqual({ on: false, fixed: 'locked' })
  expect(switchOf(view('a', { state: 'absent' }))).toEqual({ on: false, fixed: 'absent' })
  const broken = view('a', { state: 'refused', bundled: false, version: null })
  expect(switchOf(broken)).toEqual({ on: false, fixed: 'package' })
})
