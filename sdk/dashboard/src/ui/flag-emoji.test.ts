import { expect, it } from 'vitest'
import { flagEmoji } from './flag-emoji.ts'

it('the flag of a code is two letters of their own kind, and nothing is no flag', () => {
  expect(flagEmoji('de')).toBe('🇩🇪')
  expect(flagEmoji('D')).toBeUndefined()
  expect(flagEmoji('1!')).toBeUndefined()
})
