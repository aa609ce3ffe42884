import { expect, test } from 'vitest'
import { localPath, oauthAddress } from './oauth-address.ts'

test.each(['/', '/servers', '/servers?view=cards&q=%2F%2F', '/servers/1#disk', '/a//b'])(
  '%j is a local path',
  (path) => {
    expect(localPath(path)).toBe(path)
  },
)

test.each([
  undefined,
  '',
  'servers',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  'https://evil.example',
  '/\t/evil',
  '/\n',
])('%j is not a local path', (path) => {
  expect(localPath(path)).toBeUndefined()
})

test('builds the URL that starts a provider sign-in', () => {
  expect(oauthAddress('github', {})).toBe('/api/auth/oauth/github')
  expect(oauthAddress('github', { next: '/servers?q=a&page=2' })).toBe(
    '/api/auth/oauth/github?next=%2Fservers%3Fq%3Da%26page%3D2',
  )
  expect(oauthAddress('github', { next: '//evil.example' })).toBe('/api/auth/oauth/github')
  expect(oauthAddress('my-oidc', { link: true })).toBe('/api/auth/oauth/my-oidc?link=1')
})
