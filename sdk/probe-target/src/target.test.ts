import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProbeType } from './index.ts'
import { describeRule, parseProbeTarget, type TargetRule } from './index.ts'

const types: readonly ProbeType[] = ['icmp', 'tcp', 'http']
const read = (type: ProbeType, text: string) => {
  const target = parseProbeTarget(type, text)
  return 'rule' in target ? describeRule(target.rule) : { host: target.host, port: target.port, url: target.url?.href }
}

describe('good targets', () => {
  it.each([
    ['icmp', '1.1.1.1', '1.1.1.1', 0],
    ['icmp', 'example.com', 'example.com', 0],
    ['icmp', 'example.com.', 'example.com.', 0],
    ['icmp', '2606:4700::1111', '2606:4700::1111', 0],
    ['icmp', 'under_score.example', 'under_score.example', 0],
    ['icmp', 'xn--fiqs8s', 'xn--fiqs8s', 0],
    ['icmp', '例子.中国', 'xn--fsqu00a.xn--fiqs8s', 0],
    ['tcp', 'router', 'router', 80],
    ['tcp', 'example.com:443', 'example.com', 443],
    ['tcp', '1.1.1.1:53', '1.1.1.1', 53],
    ['tcp', '[2606:4700::1111]:443', '2606:4700::1111', 443],
    ['tcp', '[2606:4700::1111]', '2606:4700::1111', 80],
    ['tcp', 'bücher.example:65535', 'xn--bcher-kva.example', 65_535],
    ['tcp', '10.1.2.3:1', '10.1.2.3', 1],
    ['tcp', '3com.com', '3com.com', 80],
    ['tcp', '0x.org', '0x.org', 80],
    ['tcp', '1.2.3.4.5.example', '1.2.3.4.5.example', 80],
  ] as const)('%s %s', (type, text, host, port) => {
    expect(read(type, text)).toEqual({ host, port, url: undefined })
  })

  it.each([
    ['example.com', 'example.com', 80, 'http://example.com/'],
    ['https://example.com', 'example.com', 443, 'https://example.com/'],
    ['HTTPS://Example.com:8443/a?b=c', 'example.com', 8443, 'https://example.com:8443/a?b=c'],
    ['example.com:8080/health', 'example.com', 8080, 'http://example.com:8080/health'],
    ['http://[2606:4700::1111]:81/', '2606:4700::1111', 81, 'http://[2606:4700::1111]:81/'],
    ['http://192.168.1.1/', '192.168.1.1', 80, 'http://192.168.1.1/'],
    ['http://0x08080808/', '8.8.8.8', 80, 'http://8.8.8.8/'],
  ])('http %s', (text, host, port, url) => expect(read('http', text)).toEqual({ host, port, url }))
})

const addressRule = 'must not be a loopback, link-local or cloud metadata address'
const nameRule = 'must contain a host name or an IP address'

describe('hosts that no type may probe', () => {
  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '100.100.100.200',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.0x0.0x0.0x1',
    '0x7f.1',
    '127.0.0.0x1',
    '127.0.0.01',
    '127.0.0.1.',
    '127.1.',
    '0',
    '0x',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'foo.localhost',
    'foo.localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    '',
    '.',
    '..',
    '-n',
    '--help',
    '-example.com',
    'a..b',
    'a b.example',
    'a%00.example',
    'exa\0mple.com',
    'example.com\n',
    ' example.com',
    'example.com\t',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
    'a'.repeat(2049),
    'user@127.0.0.1',
    'é@127.0.0.1',
    '$(reboot)',
    '`id`',
    'a;b',
    '256.256.256.256',
    '1.2.3.4.5',
    'a.1',
  ])('%j', (host) => {
    for (const type of types) expect([type, typeof read(type, host)]).toEqual([type, 'string'])
  })

  it.each(['::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', 'fe80::1'])(
    '%s',
    (host) => {
      expect(read('icmp', host)).toBe(addressRule)
      expect(read('tcp', `[${host}]:80`)).toBe(addressRule)
      expect(read('http', `http://[${host}]/`)).toBe(addressRule)
    },
  )

  it.each(['fe80::1%eth0', '2606:4700::1111%25eth0', '2606:4700::1111%1'])('%s', (host) => {
    expect(read('icmp', host)).toBe(nameRule)
    expect(read('tcp', `[${host}]:80`)).toBe(nameRule)
    expect(read('http', `http://[${host}]/`)).toBe('must be an http or https URL')
  })
})

describe('wrong targets, each with its rule', () => {
  const portRule = 'must have a port from 1 to 65535'
  const tcpRule = 'must be host, host:port or [address]:port'
  const httpRule = 'must be an http or https URL'
  const signedRule = 'must not contain a user name or password'
  it.each([
    ['icmp', '[2606:4700::1111]', nameRule],
    ['icmp', 'example.com:80', nameRule],
    ['icmp', 'https://example.com', nameRule],
    ['icmp', '1.1.1.1/24', nameRule],
    ['icmp', '127.0.0.1', addressRule],
    ['icmp', 'é/../127.0.0.1', nameRule],
    ['icmp', '::0x7f.1', nameRule],
    ['icmp', 'localhost', 'must not be localhost'],
    ['icmp', 'x'.repeat(2049), 'must have at most 2048 characters'],
    ['icmp', 'example.com\r', 'must not contain control characters or surrounding spaces'],
    ['tcp', 'example.com:0', portRule],
    ['tcp', 'example.com:00000', portRule],
    ['tcp', 'example.com:65536', portRule],
    ['tcp', 'example.com:123456', tcpRule],
    ['tcp', 'example.com:', tcpRule],
    ['tcp', 'example.com:http', tcpRule],
    ['tcp', 'example.com:-1', tcpRule],
    ['tcp', '2606:4700::1111:80', tcpRule],
    ['tcp', '[example.com]:80', tcpRule],
    ['tcp', '[1.1.1.1]:80', tcpRule],
    ['tcp', '[[2606:4700::1111]]:80', tcpRule],
    ['tcp', '[2606:4700::1111', tcpRule],
    ['tcp', 'http://example.com', tcpRule],
    ['tcp', 'user:secret@example.com:80', tcpRule],
    ['tcp', 'user@example.com:80', nameRule],
    ['tcp', 'é\\127.0.0.1', nameRule],
    ['tcp', '[::ffff:0177.0.0.1]', nameRule],
    ['tcp', '[::8.8.8.8]', nameRule],
    ['http', 'http://example.com:0/', portRule],
    ['http', 'http://example.com:65536/', httpRule],
    ['http', 'ftp://example.com/', httpRule],
    ['http', 'file:///etc/passwd', httpRule],
    ['http', 'javascript:alert(1)', httpRule],
    ['http', 'https:example.com', httpRule],
    ['http', 'ws://example.com/', httpRule],
    ['http', 'http://', httpRule],
    ['http', 'http://user@example.com/', signedRule],
    ['http', 'http://user:secret@example.com/', signedRule],
    ['http', 'http://example.com@127.0.0.1/', signedRule],
    ['http', 'http://127.0.0.1:80\\@example.com/', addressRule],
    ['http', 'http://%31%32%37.0.0.1/', addressRule],
    ['http', 'http://127.1/', addressRule],
    ['http', 'http://2130706433/', addressRule],
    ['http', 'http://0177.0.0.1/', addressRule],
    ['http', 'http://１２７。１/', addressRule],
    ['http', 'http://127.0.0.1./', addressRule],
    ['http', 'http://local\u00adhost/', 'must not be localhost'],
    ['http', 'ht\ntp://127.0.0.1/', 'must not contain control characters or surrounding spaces'],
  ] as const)('%s %j', (type, text, rule) => expect(read(type, text)).toBe(rule))
})

const forbidden = new BlockList()
forbidden.addSubnet('127.0.0.0', 8)
forbidden.addSubnet('0.0.0.0', 8)
forbidden.addSubnet('169.254.0.0', 16)
forbidden.addSubnet('::', 96, 'ipv6')
forbidden.addSubnet('fe80::', 10, 'ipv6')
forbidden.addSubnet('64:ff9b::', 96, 'ipv6')

/** What any parser of Node may take the host for. */
function meanings(host: string): string[] {
  const url = isIP(host) === 6 ? `http://[${host}]` : `http://${host}`
  return [host, new URL(url).hostname.replace(/^\[|\]$/g, '')]
}

it('takes nothing that a parser of Node takes for a forbidden address', () => {
  const part = fc.oneof(
    fc.constantFrom('127', '0x7f', '0177', '１２７', '1', '0', '169.254', '2130706433', '::1', '::ffff:', '64:ff9b::'),
    fc.constantFrom(
      '.',
      '。',
      ':',
      '@',
      '%',
      '[',
      ']',
      '/',
      '\\',
      '?',
      '#',
      '%2e',
      '%30',
      'x',
      '-',
      ' ',
      '\t',
      '\u00ad',
    ),
    fc.constantFrom('localhost', 'example.com', 'http://', 'https://', ':80', ':0'),
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.nat(255).map(String),
  )
  const text = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.constantFrom(...types), text, (type, given) => {
      const target = parseProbeTarget(type, given)
      if ('rule' in target) return
      for (const meaning of meanings(target.host)) {
        const family = isIP(meaning)
        if (family) expect(forbidden.check(meaning, family === 4 ? 'ipv4' : 'ipv6')).toBe(false)
        expect(meaning).not.toMatch(/(^|\.)localhost\.?$/i)
      }
      expect(target.host).toMatch(/^[\w.:-]+$/)
      expect(target.host).not.toMatch(/^-/)
    }),
    { numRuns: 20_000 },
  )
})

it('is permitted if the operator allows its range', () => {
  const opened = (address: string) => !address.startsWith('127.')
  expect(parseProbeTarget('tcp', '127.0.0.1:5432', opened)).toMatchObject({ host: '127.0.0.1', port: 5432 })
  expect(parseProbeTarget('icmp', 'localhost', opened)).toMatchObject({ host: 'localhost' })
  expect(parseProbeTarget('http', 'http://[::1]/', opened)).toEqual({ rule: 'probe-target.FORBIDDEN_ADDRESS' })
  expect(parseProbeTarget('http', 'http://127.1/', opened)).toMatchObject({ host: '127.0.0.1' })
})

it('describes a rule like its English text', () => {
  const { errors } = JSON.parse(readFileSync(new URL('../locales/en.json', import.meta.url), 'utf8'))
  for (const [key, sentence] of Object.entries(errors)) {
    expect(describeRule(`probe-target.${key}` as TargetRule)).toBe(sentence)
  }
})
