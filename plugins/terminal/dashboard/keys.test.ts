import { expect, it } from 'vitest'
import { keySequence, withControl } from './keys.ts'

it('keys send what programs expect, arrows in the form that they ask for', () => {
  expect(keySequence('esc', false)).toBe('\u001b')
  expect(keySequence('tab', true)).toBe('\t')
  expect(keySequence('up', false)).toBe('\u001b[A')
  expect(keySequence('left', true)).toBe('\u001bOD')
})

it.each([
  ['c', '\u0003'],
  ['C', '\u0003'],
  ['[', '\u001b'],
  [' ', '\0'],
  ['\u001b[C', '\u001b[1;5C'],
  ['\u001bOA', '\u001b[1;5A'],
  ['1', '1'],
  ['ab', 'ab'],
])('Ctrl with %j is %j', (text, expected) => {
  expect(withControl(text)).toBe(expected)
})
