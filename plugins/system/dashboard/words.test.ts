import { expect, it } from 'vitest'
import { words } from './words.ts'

it('makes words of a code', () => {
  expect(words('server_id')).toBe('Server id')
  expect(words('widget.install-url')).toBe('Widget install url')
  expect(words('')).toBe('')
})
