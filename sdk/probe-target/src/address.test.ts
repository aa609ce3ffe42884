import { expect, it } from 'vitest'
import { canonicalAddress } from './address.ts'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('%s is written as %s', (text, canonical) => expect(canonicalAddress(text)).toBe(canonical))

it.each(['', 'example.com', '127.1', '0x7f.0.0.1', '192.0.2.1/32', ' 192.0.2.1', '192.0.2.1\n', 'fe80::1%\n', '%eth0'])(
  '%o is no address, unless its zone is all that is wrong',
  (text) => expect(canonicalAddress(text)).toBe(text.startsWith('fe80') ? 'fe80::1' : undefined),
)
