import { expect, it } from 'vitest'
import { flagEmoji } from './flag-emoji.ts'

it('converts country codes to flag emoji', () => {
  expect(flagEmoji('de')).toBe('🇩🇪')
  expect(flagEmoji('D')).toBeUndefined()
  expect(flagEmoji('1!')).toBeUndefined()
})
