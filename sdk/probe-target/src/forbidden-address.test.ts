import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isForbiddenAddress, isGlobalAddress } from './index.ts'

describe('forbidden', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '255.255.255.255',
    '224.0.0.1',
    '239.255.255.255',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '::1',
    '::',
    '0:0:0:0:0:0:0:1',
    '::7f00:1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::FFFF:7F00:1',
    '::ffff:169.254.169.254',
    '::ffff:100.100.100.200',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1111%eth0',
    'fec0::1',
    'ff02::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:ec2:0::0254',
    '100::1',
  ])('%s', (address) => expect(isForbiddenAddress(address)).toBe(true))

  it.each([
    'example.com',
    '',
    '8.8.8',
    '134744072',
    '010.8.8.8',
    '0x08080808',
    '8.8.8.8.',
    '8.8.8.8/32',
    '[2606:4700::1111]',
    '８.８.８.８',
  ])('%j, which is no address that everybody reads alike', (text) => expect(isForbiddenAddress(text)).toBe(true))
})

describe('allowed', () => {
  it.each([
    '8.8.8.8',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '192.0.2.2',
    '198.18.0.1',
    '203.0.113.9',
    '128.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:192.168.1.1',
    '2606:4700:4700::1111',
    '2001:db8::1',
    'fd00::2',
    'fc00::1',
  ])('%s', (address) => expect(isForbiddenAddress(address)).toBe(false))
})

describe('global', () => {
  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700:4700::1111'])('%s', (address) =>
    expect(isGlobalAddress(address)).toBe(true),
  )
  it.each([
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '168.63.129.16'],
    ...['192.0.2.2', '198.18.0.1', '203.0.113.9', '0.0.0.0', '255.255.255.255', '::ffff:10.0.0.1', '64:ff9b::8.8.8.8'],
    ...['fd00::2', 'fe80::1', '2001:db8::1', '2002:808:808::1', '8.8.8', '0x08080808', 'example.com', ''],
  ])('not %s', (address) => expect(isGlobalAddress(address)).toBe(false))
})

const forbidden = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
] as const) {
  forbidden.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2002::', 16],
  ['2001::', 32],
] as const) {
  forbidden.addSubnet(net, bits, 'ipv6')
}

it('agrees with the block lists of Node in every notation', () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((v4) => `::ffff:${v4}`),
    fc.constantFrom('127.', '169.254.', '0.').chain((start) => fc.ipV4().map((v4) => start + v4.slice(-start.length))),
  )
  fc.assert(
    fc.property(address, (text) => {
      fc.pre(isIP(text) !== 0)
      if (forbidden.check(text, isIP(text) === 4 ? 'ipv4' : 'ipv6')) expect(isForbiddenAddress(text)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
