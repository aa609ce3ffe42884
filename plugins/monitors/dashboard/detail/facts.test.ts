import { makeFormat } from '@svc/dashboard-sdk'
import { describe, expect, it } from 'vitest'
import { factsOf, factsSummary } from './facts.ts'

const formatters = {
  t: (key: string | readonly string[], values: object = {}) => [key, ...Object.values(values)].join(' '),
  format: makeFormat('en'),
}
const names = (type: Parameters<typeof factsOf>[0], detail: object) =>
  factsOf(type, detail as Record<string, unknown>, formatters).map(({ name, value }) => `${name}: ${value}`)

describe('the details of a check', () => {
  it('of a certificate', () => {
    const detail = {
      subject: 'CN=example.org',
      issuer: 'CN=CA',
      days_remaining: 12,
      sha256_fingerprint: 'AA:BB',
      not_before: 'Thu, 01 Jan 2026 00:00:00 GMT',
      not_after: 'whenever',
    }
    expect(names('ssl', detail)).toEqual([
      'subject: CN=example.org',
      'issuer: CN=CA',
      'notBefore: Jan 1, 2026',
      'notAfter: whenever',
      'fingerprint: AA:BB',
    ])
    expect(factsSummary('ssl', { days_remaining: -3 }, formatters)).toBe('fact.daysAgo 3 3')
  })

  it('of DNS records', () => {
    const detail = { record_type: 'A', values: ['192.0.2.1', 5, {}], nameserver: '1.1.1.1', changed: true }
    expect(names('dns', detail)).toEqual([
      'recordType: A',
      'nameserver: 1.1.1.1',
      'changed: fact.yes',
      'values: 192.0.2.1\n5',
    ])
    expect(factsSummary('dns', detail, formatters)).toBe('192.0.2.1, 5 · fact.hasChanged')
  })

  it('of a page, a port and a domain', () => {
    const page = { status_code: 200, keyword_found: false, response_time_ms: 12.34 }
    expect(names('http_keyword', page)).toEqual(['status: 200', 'keyword: fact.no', 'responseTime: 12 ms'])
    expect(factsSummary('http_keyword', page, formatters)).toBe('200 · fact.keyword.false')
    expect(names('tcp', { connected: true })).toEqual(['connected: fact.yes'])
    expect(names('whois', { registrar: 'R', expiry_date: '2026-02-01' })).toEqual([
      'registrar: R',
      'expires: Feb 1, 2026',
    ])
  })

  it('omit malformed values', () => {
    const odd = { subject: {}, days_remaining: 'x', values: 'y', status_code: null, connected: 'yes', expiry_date: [] }
    for (const type of ['ssl', 'dns', 'http_keyword', 'tcp', 'whois'] as const) expect(names(type, odd)).toEqual([])
  })
})
