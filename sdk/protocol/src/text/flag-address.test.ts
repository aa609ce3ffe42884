import { expect, it } from 'vitest'
import { flagAddress } from './flag-address.ts'

it('names the picture of a country, and nothing else', () => {
  expect(flagAddress('de')).toMatch(/^\/assets\/flags-[\d.]+\/DE\.svg$/)
  for (const code of ['', 'D', 'DEU', '1!', '..']) expect(flagAddress(code)).toBeUndefined()
})
