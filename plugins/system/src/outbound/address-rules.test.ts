import { describe, expect, it } from 'vitest'
import { makeAddressRules } from './address-rules.ts'

const rules = makeAddressRules([])
const mayConnect = (address: string, trusted: boolean) => rules(address, { reach: 'public', trusted })
const mayProbe = (address: string, trusted = false) => rules(address, { reach: 'network', trusted })

describe('allowed addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1', '::ffff:8.8.8.8'])('include %s', (address) => {
    expect(mayConnect(address, false)).toBe(true)
  })

  const internal = ['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1']
  it.each([...internal, '::1', 'fc00::1', '::ffff:127.0.0.1'])('include %s for trusted destinations', (address) => {
    expect(mayConnect(address, false)).toBe(false)
    expect(mayConnect(address, true)).toBe(true)
  })

  const local = ['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'fe80::1%eth0', '224.0.0.1', 'ff02::1']
  const nowhere = ['0.0.0.0', '0.1.2.3', '::', '255.255.255.255']
  const translated = ['64:ff9b::169.254.169.254', '64:ff9b:1::1', '2002:a9fe:a9fe::', '2001::1', '::ffff:0:127.0.0.1']
  const unassigned = ['::2', '::a9fe:a9fe', '240.0.0.1', '198.18.0.1', '192.0.2.1', '2001:db8::1', '4000::1', 'fec0::1']
  const metadata = ['168.63.129.16', '::ffff:168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254']
  it.each([...local, ...metadata, ...nowhere, ...translated, ...unassigned, '', 'x', '127.0.0.1.'])(
    'never include %j',
    (address) => {
      expect(mayConnect(address, false)).toBe(false)
      expect(mayConnect(address, true)).toBe(false)
    },
  )

  it('include ranges opened by the operator, except those that are always blocked', () => {
    const ranges = makeAddressRules([
      '10.1.0.0/16',
      'fd00:1::/32',
      '0.0.0.0/1',
      '168.0.0.0/8',
      '169.254.0.0/16',
      '::/0',
    ])
    const opened = (address: string, trusted: boolean) => ranges(address, { reach: 'public', trusted })
    expect(opened('10.1.2.3', false)).toBe(true)
    expect(opened('::ffff:10.1.2.3', false)).toBe(true)
    expect(opened('fd00:1::5', false)).toBe(true)
    expect(opened('192.168.1.1', false)).toBe(false)
    expect(opened('169.254.169.254', false)).toBe(false)
    for (const address of metadata) expect(opened(address, true)).toBe(false)
    expect(opened('fe80::1', false)).toBe(false)
    expect(opened('0.0.0.0', false)).toBe(false)
  })

  const networks = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd12::1', '::ffff:10.0.0.1']
  it.each([...networks, '8.8.8.8', '2606:4700::1'])('include %s for monitoring', (address) => {
    expect(mayProbe(address)).toBe(true)
  })

  it.each([...local, ...nowhere, ...translated, ...metadata, '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'x'])(
    'is not %j, although the network is watched',
    (address) => expect(mayProbe(address)).toBe(false),
  )

  it('include ranges opened by the operator for monitoring as well', () => {
    const opened = makeAddressRules(['127.0.0.0/8', '169.254.0.0/16'])
    const network = { reach: 'network', trusted: false } as const
    expect(opened('127.0.0.1', network)).toBe(true)
    expect(opened('::1', network)).toBe(false)
    expect(opened('169.254.169.254', network)).toBe(false)
    expect(mayProbe('127.0.0.1', true)).toBe(true)
    expect(mayProbe('169.254.169.254', true)).toBe(false)
  })
})
