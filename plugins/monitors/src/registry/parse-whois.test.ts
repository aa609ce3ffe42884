import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBootstrap, parseRdap } from './parse-rdap.ts'
import { isUnregistered, parseReferral, parseWhois, parseWhoisDate } from './parse-whois.ts'

const day = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 10))

describe('the expiry date', () => {
  it.each([
    ['   Registry Expiry Date: 2028-09-14T04:00:00Z', '2028-09-14'],
    ['Registrar Registration Expiration Date: 2028-09-14T04:00:00+0000', '2028-09-14'],
    ['        Expiry date:  14-Sep-2028', '2028-09-14'],
    ['paid-till:     2028-09-14T21:00:00Z', '2028-09-14'],
    ['Expiration Time: 2028-09-14 12:48:36', '2028-09-14'],
    ['[有効期限]                      2028/09/14', '2028-09-14'],
    ['[Expires on]                    2028/09/14', '2028-09-14'],
    ['expires:            20280914', '2028-09-14'],
    ['expire:       14.09.2028', '2028-09-14'],
    ['expires............: 14.9.2028 00:00:00', '2028-09-14'],
    ['Expire Date:      2028-09-14', '2028-09-14'],
    ['Renewal date:\n      2028-09-14', '2028-09-14'],
    ['Expiration date: 14/09/2028 23:59:59', '2028-09-14'],
    ['Expiration Date: Sep 14 2028', '2028-09-14'],
    ['Domain expires: September 14, 2028', '2028-09-14'],
    ['expires: Thu Sep 14 04:00:00 2028', '2028-09-14'],
    ['Valid Until: 2028.09.14.', '2028-09-14'],
    ['Expiration Date: 2028-02-31', undefined],
    ['Expiration Date: never', undefined],
    ['Creation Date: 2001-01-01', undefined],
    ['', undefined],
  ])('in %j is %s', (text, expected) => expect(day(parseWhois('a.example', text).expiresAt)).toBe(expected))

  it('is that of the registry if there are several', () => {
    const text =
      'Expires: 2001-01-01\nRegistrar Registration Expiration Date: 2027-01-01\nRegistry Expiry Date: 2028-09-14'
    expect(day(parseWhois('a.example', text).expiresAt)).toBe('2028-09-14')
  })
})

it.each([
  ['refer:        whois.verisign-grs.com\n', { host: 'whois.verisign-grs.com', port: 43 }],
  ['domain: X\nwhois:        whois.nic.example\n', { host: 'whois.nic.example', port: 43 }],
  ['refer: whois://whois.example:4343/', { host: 'whois.example', port: 4343 }],
  ['refer: rwhois://whois.example', { host: 'whois.example', port: 43 }],
  ['refer: http://whois.example/', undefined],
  ['refer: a b', undefined],
  ['refer:', undefined],
  ['', undefined],
])('%j refers to %j', (text, server) => expect(parseReferral(text)).toEqual(server))

it.each([
  ['No match for "FREE.COM".', true],
  ['Domain not found.', true],
  ['Status: free', true],
  ['Domain Status: AVAILABLE', true],
  ['Domain: taken.example\nStatus: connect', false],
  [`Domain: taken.example\n${'x'.repeat(1000)} no match`, false],
])('%j means unregistered: %s', (text, expected) => expect(isUnregistered(text)).toBe(expected))

describe('any response', () => {
  it('is parsed without an exception into a result of limited size', () => {
    const pieces = fc.constantFrom(
      'expires',
      ':',
      ' ',
      '\n',
      '[',
      ']',
      '2028',
      '-',
      '09',
      '14',
      'Sep',
      '.',
      'refer',
      '\0',
      'é',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 300 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (response) => {
        const { registrar, excerpt, expiresAt } = parseWhois('a.example', response)
        expect((registrar ?? '').length).toBeLessThanOrEqual(200)
        expect(excerpt.length).toBeLessThanOrEqual(500)
        expect(excerpt).not.toMatch(/\p{Cc}/u)
        if (expiresAt !== undefined) expect(Number.isFinite(expiresAt)).toBe(true)
        parseReferral(response)
        parseWhoisDate(response)
      }),
    )
  })

  it('causes no catastrophic backtracking', () => {
    for (const text of [
      'a'.repeat(65_536),
      ' '.repeat(65_536),
      `${'a '.repeat(32_768)}`,
      ':'.repeat(65_536),
      '.'.repeat(65_536),
    ]) {
      expect(parseWhois('a.example', text).expiresAt).toBeUndefined()
    }
  })

  it('as JSON is parsed without an exception', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        parseRdap('a.example', text)
        parseBootstrap(text)
        parseRdap('a.example', `{"objectClassName":"domain","events":${text},"entities":${text}}`)
        parseBootstrap(`{"services":[${text},[${text},${text}]]}`)
      }),
    )
  })
})
