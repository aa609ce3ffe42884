import { expect, it } from 'vitest'
import { KernelConfig } from '../src/config/kernel-config.ts'
import { makeClientResolver } from '../src/http/client.ts'

const trusted = KernelConfig.properties.server.properties.trusted_proxies.default as string[]
const from = (remoteAddress: string, headers: Record<string, string | string[]>, ranges = trusted) =>
  makeClientResolver(ranges)({ headers: { host: 'svc', ...headers }, socket: { remoteAddress } } as never)

it.each<[string, string, Record<string, string | string[]>, string]>([
  ['no header', '203.0.113.9', {}, '203.0.113.9'],
  ['an untrusted peer', '203.0.113.9', { 'x-forwarded-for': '198.51.100.1' }, '203.0.113.9'],
  ['one hop', '127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
  [
    'the rightmost untrusted hop',
    '10.0.0.1',
    { 'x-forwarded-for': '1.1.1.1, 198.51.100.1, 192.168.1.1' },
    '198.51.100.1',
  ],
  [
    'several header lines',
    '10.0.0.1',
    { 'x-forwarded-for': ['1.1.1.1, 2.2.2.2', '198.51.100.7,10.1.1.1'] },
    '198.51.100.7',
  ],
  ['an invalid address', '10.0.0.1', { 'x-forwarded-for': '198.51.100.1, unknown' }, '10.0.0.1'],
  [
    'an invalid address in the middle',
    '10.0.0.1',
    { 'x-forwarded-for': '6.6.6.6, "203.0.113.9", 10.2.2.2' },
    '10.0.0.1',
  ],
  ['a hop with port', '10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 203.0.113.9:4711' }, '203.0.113.9'],
  ['a zone of any length', '10.0.0.1', { 'x-forwarded-for': `2001:db8::1%${'a'.repeat(5000)}` }, '2001:db8::1'],
  ['only trusted hops', '10.0.0.1', { 'x-forwarded-for': '10.2.2.2, 127.0.0.1' }, '10.2.2.2'],
  ['a mapped peer', '::ffff:10.0.0.1', { 'x-forwarded-for': '2001:db8::1' }, '2001:db8::1'],
  ['a mapped client', '::ffff:203.0.113.9', {}, '203.0.113.9'],
  ['a bracketed hop with port', 'fe80::1', { 'x-forwarded-for': '[2001:db8::1]:4711' }, '2001:db8::1'],
  ['ignored headers', '10.0.0.1', { 'x-real-ip': '1.1.1.1', forwarded: 'for=1.1.1.1' }, '10.0.0.1'],
])('%s', (_, peer, headers, ip) => {
  expect(from(peer, headers).ip).toBe(ip)
})

it('trusts no proxy when the list is empty', () => {
  const headers = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil' }
  expect(from('127.0.0.1', headers, [])).toEqual({ ip: '127.0.0.1', protocol: 'http', host: 'svc' })
})

it('takes protocol and host from the nearest proxy', () => {
  const headers = { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil, public.example' }
  expect(from('127.0.0.1', headers)).toMatchObject({ protocol: 'https', host: 'public.example' })
  expect(from('127.0.0.1', { 'x-forwarded-proto': 'gopher' })).toMatchObject({ protocol: 'http', host: 'svc' })
})
