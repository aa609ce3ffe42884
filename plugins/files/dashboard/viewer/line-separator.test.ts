import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { lineSeparatorOf } from './line-separator.ts'

it.each([
  ['a\nb\n', '\n'],
  ['a\r\nb\r\n', '\r\n'],
  ['a\r\nb\nc', '\n'],
  ['\na\r\n', '\n'],
  ['a\rb\r\n', '\n'],
  ['a\rb', '\n'],
  ['', '\n'],
  ['\ufeffa\r\n', '\r\n'],
])('%j has the separator %j and is saved unchanged', (text, separator) => {
  expect(lineSeparatorOf(text)).toBe(separator)
  const state = EditorState.create({ doc: text, extensions: EditorState.lineSeparator.of(separator) })
  expect(state.sliceDoc()).toBe(text)
})
