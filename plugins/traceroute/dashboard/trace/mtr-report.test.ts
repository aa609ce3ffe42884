import { expect, it } from 'vitest'
import { mtrReport } from './mtr-report.ts'
import { readHops } from './reading.ts'

const hop = (number: number, ips: string[], [last, avg, best, worst, stddev]: number[], more: object = {}) => ({
  ...{ hop: number, ips, total_sent: 12, total_recv: 12, loss_pct: 0 },
  ...{ last_ms: last, avg_ms: avg, best_ms: best, worst_ms: worst, stddev_ms: stddev },
  ...more,
})

/** Recorded: `mtr -n -r -w -u -c 12` over two equal ways. */
const recorded = `Start: 2026-11-24T20:35:49+0000
HOST: vm        Loss%   Snt   Last   Avg  Best  Wrst StDev
  1.|-- 10.77.1.2  0.0%    12    0.1   0.1   0.0   0.3   0.1
  2.|-- 10.77.3.2  0.0%    12    0.1   0.1   0.0   0.2   0.0
        10.77.2.2
  3.|-- 10.77.4.2  0.0%    12    0.1   0.1   0.1   0.2   0.0
        10.77.5.2
  4.|-- 10.77.6.2  0.0%    12    0.1   0.1   0.0   0.2   0.1
`
const started_at = Date.UTC(2026, 10, 24, 20, 35, 49)
const report = (hops: ReturnType<typeof hop>[], hosts: { ip: string; hostname: string }[] = [], source = 'vm') => {
  const facts = { asn: null, as_name: null, country: null, latitude: null, longitude: null }
  const trace = { started_at, hops, hosts: hosts.map((host) => ({ ...host, ...facts })) }
  return mtrReport(trace, readHops(trace), source)
}

it('is what mtr prints', () => {
  expect(
    report([
      hop(1, ['10.77.1.2'], [0.1, 0.1, 0.04, 0.3, 0.1]),
      hop(2, ['10.77.3.2', '10.77.2.2'], [0.1, 0.1, 0.04, 0.2, 0.04]),
      hop(3, ['10.77.4.2', '10.77.5.2'], [0.1, 0.1, 0.1, 0.2, 0.04]),
      hop(4, ['10.77.6.2'], [0.1, 0.1, 0.04, 0.2, 0.1]),
    ]),
  ).toBe(recorded)
})

it('has names, silent hops, loss and labels', () => {
  const labels = [{ label: 16_001, tc: 5, bottom: true, ttl: 1 }]
  const text = report(
    [
      hop(1, ['192.0.2.1'], [1.25, 10.5, 1, 100.25, 3], { loss_pct: 8.333 }),
      hop(2, [], [], { total_recv: 0, loss_pct: 100 }),
      hop(3, ['192.0.2.3'], [1, 1, 1, 1, 0], { labels }),
    ],
    [{ ip: '192.0.2.1', hostname: 'core1.example.net' }],
    'a-source-with-a-long-name-of-its-own',
  )
  expect(text.split('\n').slice(1)).toEqual([
    'HOST: a-source-with-a-long-name-of-its-own Loss%   Snt   Last   Avg  Best  Wrst StDev',
    '  1.|-- core1.example.net (192.0.2.1)         8.3%    12    1.3  10.5   1.0 100.3   3.0',
    '  2.|-- ???                                  100.0%    12    0.0   0.0   0.0   0.0   0.0',
    '  3.|-- 192.0.2.3                             0.0%    12    1.0   1.0   1.0   1.0   0.0',
    '       [MPLS: Lbl 16001 TC 5 S 1 TTL 1]',
    '',
  ])
})
