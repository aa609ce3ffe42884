import { expect, test } from 'vitest'
import en from '../../locales/en.json'
import { oauthErrorText } from './oauth-error.ts'

test.each(Object.keys(en.oauth.error))('%s has a text', (key) => {
  expect(oauthErrorText(key)).toBe(`oauth.error.${key}`)
})

test.each(['', 'constructor', '__proto__', '<b>x</b>', 'DENIED'])(
  'unknown key %j falls back to provider_failed',
  (key) => {
    expect(oauthErrorText(key)).toBe('oauth.error.provider_failed')
  },
)
