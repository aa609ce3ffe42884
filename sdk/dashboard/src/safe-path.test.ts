import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

const origin = 'https://svc.example'

test.each(['/', '/servers/7?range=1h#cpu', '/a/../b'])('%s is accepted', (path) => {
  expect(safePath(path, origin)).toBe(new URL(path, origin).href.slice(origin.length))
})

test.each([
  undefined,
  '',
  'servers',
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('%s is rejected', (path) => {
  expect(safePath(path, origin)).toBeUndefined()
})
