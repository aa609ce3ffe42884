import { expect, it } from 'vitest'
import { localPath } from './local-path.ts'

it.each([
  ['/', '/'],
  ['/servers/1?tab=disk#top', '/servers/1?tab=disk#top'],
  ['/servers?name=größe', '/servers?name=gr%C3%B6%C3%9Fe'],
  ['/a/../b', '/b'],
  ['/apis', '/apis'],
])('%s redirects to %s', (path, target) => {
  expect(localPath(path)).toBe(target)
})

it.each([
  undefined,
  '',
  'servers',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n/evil.example/',
  '/\u0000',
  '/.//evil.example/',
  '/a/..//evil.example/',
  '/api',
  '/api/auth/oauth/oidc?link=1',
  '/x/../api/auth/oauth/oidc?link=1',
  `/${'x'.repeat(2048)}`,
])('%j is rejected', (path) => {
  expect(localPath(path)).toBeUndefined()
})
