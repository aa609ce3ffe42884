import type { Link, Sampler } from '@svc/agent-sdk'
import { Report, type ReportPayload } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeReporter, type Reporter } from './reporter.js'
import { collectLog } from './testing.js'

let reports: ReportPayload[]
let connection: AbortController
let reporter: Reporter
beforeEach(() => {
  vi.useFakeTimers()
  reports = []
  connection = new AbortController()
})
afterEach(() => {
  reporter.stop()
  vi.useRealTimers()
})

function start(samplers: Sampler[], seconds = 3) {
  const { log, lines } = collectLog()
  const link: Link = {
    signal: connection.signal,
    send(message, payload) {
      expect(message).toBe(Report)
      reports.push(payload as ReportPayload)
    },
  }
  reporter = makeReporter(() => samplers, log)
  reporter.start(link, seconds)
  return { lines, link }
}
const sampler = (name: string, sample: Sampler['sample'], reset?: () => void): Sampler => ({ name, sample, reset })
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('the reporter', () => {
  it('reports one interval after the start, then at each', async () => {
    start([sampler('cpu', () => ({ cpu: 5 }))])
    await pass(2.9)
    expect(reports).toHaveLength(0)
    await pass(0.2)
    expect(reports).toHaveLength(1)
    await pass(30)
    expect(reports).toHaveLength(11)
  })

  it('takes the interval it is given', async () => {
    start([], 10)
    await pass(31)
    expect(reports).toHaveLength(3)
  })

  it('merges samplers, synchronous or not', async () => {
    start([
      sampler('cpu', () => ({ cpu: 5 })),
      sampler('load', async () => ({ load1: 1, load5: 2, load15: 3 })),
      sampler('io', () => ({ disk_io: [] })),
    ])
    await pass(3.1)
    expect(reports[0]).toMatchObject({ cpu: 5, load1: 1, load15: 3, disk_io: [], mem_used: 0, gpu: null })
  })

  it('loses only the fields of a sampler that throws, and says so once', async () => {
    const { lines } = start([
      sampler('bad', () => {
        throw new Error('no such sensor')
      }),
      sampler('rejecting', () => Promise.reject(new Error('gone'))),
      sampler('cpu', () => ({ cpu: 5 })),
    ])
    await pass(31)
    expect(reports).toHaveLength(10)
    expect(reports.every(({ cpu, temperature }) => cpu === 5 && temperature === null)).toBe(true)
    expect(lines.map(({ fields }) => fields.sampler)).toEqual(['bad', 'rejecting'])
  })

  it('does not wait for a sampler that hangs, nor asks it again', async () => {
    let asked = 0
    let release: (fields: Partial<ReportPayload>) => void = () => {}
    start([
      sampler('hangs', () => {
        asked += 1
        return new Promise((resolve) => {
          release = resolve
        })
      }),
      sampler('cpu', () => ({ cpu: 5 })),
    ])
    await pass(9.5)
    expect([reports.length, asked]).toEqual([3, 1])
    release({ temperature: 40 })
    await pass(2.5)
    // What it said was too late for the report it was asked for, and is not sent with another one.
    expect(reports.map(({ cpu, temperature }) => [cpu, temperature])).toEqual(reports.map(() => [5, null]))
    await pass(1)
    expect(asked).toBe(2)
  })

  it('makes integers whole and never sends what makes a peer drop the report', async () => {
    start([sampler('odd', () => ({ mem_used: 5.7, uptime: -3, load1: Number.NaN, cpu: Number.POSITIVE_INFINITY }))])
    await pass(3.1)
    expect(reports[0]).toMatchObject({ mem_used: 5, uptime: 0, load1: 0, cpu: 0 })
  })

  it('carries traffic counters over a sample that failed', async () => {
    let turn = 0
    start([
      sampler('network', () => {
        turn += 1
        if (turn === 2) throw new Error('busy')
        return { net_in_transfer: turn * 1000, net_out_transfer: turn * 10, net_in_speed: 5 }
      }),
    ])
    await pass(9.1)
    expect(reports.map(({ net_in_transfer }) => net_in_transfer)).toEqual([1000, 1000, 3000])
    expect(reports.map(({ net_in_speed }) => net_in_speed)).toEqual([5, 0, 5])
  })

  it('carries levels over as well, but not what happened within one interval', async () => {
    const levels = { mem_used: 4, swap_used: 5, disk_used: 6, tcp_conn: 7, udp_conn: 8, process_count: 9 }
    const load = { load1: 0.5, load5: 0.25, load15: 0.125 }
    const moment = { cpu: 50, net_in_speed: 5, net_out_speed: 6, disk_io: [], temperature: 40 }
    let turn = 0
    start([
      sampler('host', () => {
        turn += 1
        if (turn === 2) throw new Error('busy')
        if (turn === 3) return new Promise(() => {})
        return { ...levels, ...load, uptime: 1000, ...moment }
      }),
    ])
    await pass(11)
    const nothing = { cpu: 0, net_in_speed: 0, net_out_speed: 0, disk_io: null, temperature: null, gpu: null }
    expect(reports[0]).toMatchObject(moment)
    for (const later of reports.slice(1)) {
      expect(later).toMatchObject({ ...levels, ...load, uptime: 1000, ...nothing })
    }
    expect(reports).toHaveLength(3)
  })

  it('starts the samplers afresh at each connection, even when one cannot', async () => {
    const started: string[] = []
    const samplers = [
      sampler(
        'bad',
        () => ({}),
        () => {
          throw new Error('no')
        },
      ),
      sampler(
        'rates',
        () => ({ disk_io: [] }),
        () => void started.push('rates'),
      ),
    ]
    const { link, lines } = start(samplers)
    reporter.start(link, 3)
    expect(started).toEqual(['rates', 'rates'])
    expect(lines[0]).toMatchObject({ fields: { sampler: 'bad', reason: 'no' } })
    // The second start took the place of the first.
    await pass(3.1)
    expect(reports).toHaveLength(1)
  })

  it('sends nothing any more when the connection is gone', async () => {
    start([
      sampler('slow', async () => {
        connection.abort()
        return { cpu: 1 }
      }),
    ])
    await pass(3.1)
    reporter.stop()
    await pass(30)
    expect(reports).toEqual([])
  })
})
