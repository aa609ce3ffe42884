import { BlockList } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containsNetwork, type Network, networksOverlap, parseNetwork } from './index.ts'

const parse = (text: string): Network => {
  const network = parseNetwork(text)
  if (!network) throw new Error(`${text} is no network`)
  return network
}

it.each([
  ['192.0.2.7', '192.0.2.7', 4],
  ['192.0.2.7/32', '192.0.2.7', 4],
  ['192.0.2.7/24', '192.0.2.0/24', 4],
  ['192.0.2.255/25', '192.0.2.128/25', 4],
  ['8.8.8.8/0', '0.0.0.0/0', 4],
  ['2001:DB8:0:0::1', '2001:db8::1', 6],
  ['2001:db8::1/128', '2001:db8::1', 6],
  ['2001:db8:ffff::1/33', '2001:db8:8000::/33', 6],
  ['::/0', '::/0', 6],
  ['::ffff:127.0.0.1', '127.0.0.1', 4],
  ['::ffff:7f00:1', '127.0.0.1', 4],
  ['::ffff:0:0/96', '0.0.0.0/0', 4],
  ['::ffff:192.0.2.9/120', '192.0.2.0/24', 4],
  ['::ffff:192.0.2.9/95', '::fffe:0:0/95', 6],
] as const)('%s is %s', (text, canonical, family) => {
  expect(parse(text)).toMatchObject({ text: canonical, family })
  expect(parse(parse(text).cidr)).toEqual(parse(text))
})

it.each([
  '',
  '/',
  '/8',
  '192.0.2.0/',
  '192.0.2.0/33',
  '192.0.2.0/024',
  '192.0.2.0/-1',
  '192.0.2.0/8/8',
  '192.0.2.0/ 8',
  '192.0.2.0/255.255.255.0',
  '2001:db8::/129',
  '127.1',
  '0x7f.0.0.1',
  '010.0.0.1/8',
  'fe80::1%eth0',
  'example.com',
  'example.com/24',
  '192.0.2.1-192.0.2.9',
  '192.0.2.1\n',
  '１９２.0.2.1',
])('%j is no network', (text) => expect(parseNetwork(text)).toBeUndefined())

it('ranges contain what Node says', () => {
  const v4 = fc.tuple(fc.ipV4(), fc.integer({ min: 1, max: 32 }), fc.ipV4(), fc.constant('ipv4' as const))
  const v6 = fc.tuple(fc.ipV6(), fc.integer({ min: 1, max: 128 }), fc.ipV6(), fc.constant('ipv6' as const))
  fc.assert(
    fc.property(fc.oneof(v4, v6), ([net, bits, address, family]) => {
      const [outer, inner] = [parseNetwork(`${net}/${bits}`), parseNetwork(address)]
      // Node reads mapped ranges as IPv6 only.
      fc.pre(outer !== undefined && inner !== undefined && outer.prefix === bits && `ipv${inner.family}` === family)
      const list = new BlockList()
      list.addSubnet(net, bits, family)
      expect(containsNetwork(outer, inner)).toBe(list.check(address, family))
    }),
  )
})

it.each([
  ['10.0.0.0/8', '10.1.0.0/16', true],
  ['10.1.0.0/16', '10.0.0.0/8', true],
  ['10.0.0.0/9', '10.128.0.0/9', false],
  ['::/0', '2001:db8::1', true],
  ['::/0', '10.0.0.1', false],
  ['0.0.0.0/0', '::1', false],
] as const)('%s and %s overlap: %s', (a, b, expected) => expect(networksOverlap(parse(a), parse(b))).toBe(expected))
