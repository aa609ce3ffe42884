import { secretMask } from '@svc/protocol'
import { expect, it } from 'vitest'
import { isMasked } from './secret-field.tsx'

it('a mask may have a visible prefix', () => {
  expect([secretMask, `https://example.com/${secretMask}`, 'typed', undefined, 5].map(isMasked)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
