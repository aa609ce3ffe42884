import type { Link, Sampler } from '@svc/agent-sdk'
import { Report, type ReportPayload } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NumberedReport } from './report-buffer.ts'
import { makeReporter, type Reporter } from './reporter.ts'
import { collectLog } from './testing.ts'

type Sent = ReportPayload & { readonly seq?: number }

let reports: Sent[]
let buffered: NumberedReport[]
let connection: AbortController
let reporter: Reporter
beforeEach(() => {
  vi.useFakeTimers()
  reports = []
  buffered = []
  connection = new AbortController()
})
afterEach(() => {
  reporter.close()
  vi.useRealTimers()
})

function start(samplers: Sampler[], seconds = 3) {
  const { log, lines } = collectLog()
  reporter = makeReporter({ samplers: () => samplers, onReport: (report) => void buffered.push(report), log })
  connect(seconds)
  return { lines }
}
/** The connection before has ended, if there was one. */
function connect(seconds = 3, isNumbered = true) {
  connection.abort()
  connection = new AbortController()
  const link: Link = {
    signal: connection.signal,
    write: async () => true,
    acknowledged: async () => true,
    send(message, payload) {
      expect(message).toBe(Report)
      reports.push(payload as Sent)
    },
  }
  reporter.start({ link, sendsSeq: isNumbered }, seconds)
}
const sampler = (name: string, sample: Sampler['sample'], reset?: () => void): Sampler => ({ name, sample, reset })
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('the reporter', () => {
  it('reports one interval after the start, then at every interval', async () => {
    start([sampler('cpu', () => ({ cpu: 5 }))])
    await pass(2.9)
    expect(reports).toHaveLength(0)
    await pass(0.2)
    expect(reports).toHaveLength(1)
    await pass(30)
    expect(reports).toHaveLength(11)
  })

  it('uses the given interval', async () => {
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

  it('loses only the fields of a sampler that throws, with one warning', async () => {
    const { lines } = start([
      sampler('bad', () => {
        throw new Error('no such sensor')
      }),
      sampler('rejecting', () => Promise.reject(new Error('not available'))),
      sampler('cpu', () => ({ cpu: 5 })),
    ])
    await pass(31)
    expect(reports).toHaveLength(10)
    expect(reports.every(({ cpu, temperature }) => cpu === 5 && temperature === null)).toBe(true)
    expect(lines.map(({ fields }) => fields.sampler)).toEqual(['bad', 'rejecting'])
  })

  it('does not wait for a hanging sampler and does not call it again', async () => {
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
    // A late sample is dropped, not sent with the next report.
    expect(reports.map(({ cpu, temperature }) => [cpu, temperature])).toEqual(reports.map(() => [5, null]))
    await pass(1)
    expect(asked).toBe(2)
  })

  it('sanitizes values that would make a peer drop the report', async () => {
    start([sampler('odd', () => ({ mem_used: 5.7, uptime: -3, load1: Number.NaN, cpu: Number.POSITIVE_INFINITY }))])
    await pass(3.1)
    expect(reports[0]).toMatchObject({ mem_used: 5, uptime: 0, load1: 0, cpu: 0 })
  })

  it('carries traffic counters over a failed sample', async () => {
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

  it('carries levels over too, but not values of a single interval', async () => {
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

  it('resets the samplers at each connection, even if one throws', async () => {
    let isFirst = true
    const bad = sampler(
      'bad',
      () => ({}),
      () => {
        throw new Error('no')
      },
    )
    const rates = sampler(
      'rates',
      () => {
        const disk_io = isFirst ? [] : [{ name: 'sda', read_bytes_per_sec: 1, write_bytes_per_sec: 2 }]
        isFirst = false
        return { disk_io }
      },
      () => {
        isFirst = true
      },
    )
    const { lines } = start([bad, rates])
    await pass(7)
    connect()
    await pass(9)
    expect(lines[0]).toMatchObject({ fields: { sampler: 'bad', reason: 'no' } })
    // Number 3 was made between the connections and is not sent; the numbers start again after it.
    expect(reports.map(({ seq, disk_io }) => [seq, disk_io?.length])).toEqual([
      [1, 0],
      [2, 1],
      [4, 0],
      [5, 1],
    ])
    expect(buffered.map(({ disk_io }) => disk_io?.length)).toEqual([0, 1, 1, 0, 1])
  })

  it('sends nothing after the connection ended', async () => {
    start([
      sampler('slow', async () => {
        connection.abort()
        return { cpu: 1 }
      }),
    ])
    await pass(33)
    expect(reports).toEqual([])
    expect(buffered).toHaveLength(11)
  })
})

describe('without a connection', () => {
  const counting = () => {
    let bytes = 0
    return sampler('network', () => {
      bytes += 1000
      return { net_in_transfer: bytes }
    })
  }

  it('nothing is sampled before the first one', async () => {
    let asked = 0
    const { log } = collectLog()
    reporter = makeReporter({
      samplers: () => [
        sampler('cpu', () => {
          asked += 1
          return {}
        }),
      ],
      onReport: (report) => void buffered.push(report),
      log,
    })
    await pass(3600)
    expect([asked, buffered.length, reporter.seq]).toEqual([0, 0, 0])
  })

  it('sampling and numbering continue', async () => {
    start([counting()])
    await pass(6.1)
    connection.abort()
    await pass(60)
    expect(reports.map(({ seq }) => seq)).toEqual([1, 2])
    expect(buffered.map(({ seq }) => seq)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1))
    expect(buffered.at(-1)?.net_in_transfer).toBe(22_000)
    expect(reporter.seq).toBe(22)
    connect()
    await pass(6)
    expect(reports.at(-1)).toMatchObject({ seq: 24, net_in_transfer: 24_000 })
  })

  it('short connections do not prevent sampling', async () => {
    start([counting()])
    for (let times = 0; times < 30; times++) {
      await pass(1)
      connect()
    }
    expect(buffered.length).toBeGreaterThanOrEqual(9)
    expect(reports).toEqual([])
  })

  it('the latest interval applies, and a new one replaces it', async () => {
    start([counting()])
    await pass(3.1)
    connect(10)
    connection.abort()
    await pass(30)
    expect(buffered).toHaveLength(4)
    connect(3)
    await pass(3.1)
    expect(reports.map(({ seq }) => seq)).toEqual([1, 5])
  })

  it('a server that does not support sequence numbers gets none', async () => {
    start([counting()])
    connect(3, false)
    await pass(6.1)
    expect(reports).toHaveLength(1)
    expect(Object.keys(reports[0] ?? {})).not.toContain('seq')
    expect(buffered.at(-1)?.seq).toBe(2)
  })

  it('sampling ends with the agent', async () => {
    start([counting()])
    reporter.close()
    await pass(60)
    expect(buffered).toEqual([])
  })
})
