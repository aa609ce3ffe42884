import { expect, it } from 'vitest'
import { humanize } from './humanize.ts'

it('humanizes a code', () => {
  expect(humanize('server_id')).toBe('Server id')
  expect(humanize('widget.install-url')).toBe('Widget install url')
  expect(humanize('')).toBe('')
})
