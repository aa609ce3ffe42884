import { expect, it } from 'vitest'
import { publicAddresses } from './public-addresses.ts'

const none = { ipv4: null, ipv6: null, remote: null }

it.each([
  ['0.0.0.0', '::'],
  ['10.1.2.3', 'fd00::1'],
  ['172.16.0.1', 'fe80::1'],
  ['192.168.1.1', '::1'],
  ['127.0.0.1', 'ff02::1'],
  ['169.254.1.1', '::ffff:10.0.0.1'],
  ['100.64.0.1', 'not an address'],
  ['255.255.255.255', ''],
])('%s and %s are not public', (ipv4, ipv6) => {
  expect(publicAddresses({ ipv4, ipv6, remote: null })).toEqual([])
})

it('are ordered IPv4, IPv6, remote', () => {
  const all = { ipv4: '198.51.100.7', ipv6: '2001:db8::7', remote: '203.0.113.1' }
  expect(publicAddresses(all)).toEqual(['198.51.100.7', '2001:db8::7', '203.0.113.1'])
  expect(publicAddresses({ ...all, ipv4: '192.168.1.1', ipv6: null })).toEqual(['203.0.113.1'])
  expect(publicAddresses({ ...none, remote: '::ffff:203.0.113.1' })).toEqual(['203.0.113.1'])
})
