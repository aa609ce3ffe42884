import { makeDecoder, Report, SystemInfo } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { makeHost } from './bench/fleet/host.ts'
import { loopbackUrl } from './bench/fleet/loopback.ts'

describe('the simulated fleet', () => {
  it('talks to this machine only', () => {
    for (const url of ['http://127.0.0.1:9527', 'http://127.3.2.1', 'http://[::1]:80', 'http://localhost:9527']) {
      expect(loopbackUrl(url).href).toContain(new URL(url).host)
    }
    for (const url of [
      'http://10.0.0.1:9527',
      'http://127.0.0.1.example.com',
      'http://example.com/127.0.0.1',
      'http://localhost.example.com',
      'http://127.0.0.1@example.com',
      'https://127.0.0.1',
      'nonsense',
    ]) {
      expect(() => loopbackUrl(url), url).toThrow('--url')
    }
  })

  it('sends valid, consistent messages of about 1 kB', () => {
    const decode = makeDecoder([Report, SystemInfo])
    let bytes = 0
    for (let index = 0; index < 100; index++) {
      const host = makeHost(index)
      const facts = host.facts()
      expect(decode(JSON.stringify({ type: 'system_info', msg_id: 'x', ...facts })).kind).toBe('message')
      let received = 0
      for (let i = 0; i < 20; i++) {
        const report = host.report(3)
        const text = JSON.stringify({ type: 'report', ...report })
        expect(decode(text).kind).toBe('message')
        expect(report.mem_used).toBeLessThanOrEqual(facts.mem_total)
        expect(report.net_in_transfer).toBeGreaterThan(received)
        received = report.net_in_transfer
        bytes += text.length / 2000
      }
    }
    expect(bytes).toBeGreaterThan(700)
    expect(bytes).toBeLessThan(1300)
  })

  it('is the same in every run', () => {
    const reports = () => Array.from({ length: 3 }, () => 0).map(() => makeHost(7).report(3))
    expect(reports()).toEqual(reports())
  })
})
