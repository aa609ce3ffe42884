import type { Link } from '@svc/agent-sdk'
import { encode, MissedReport, makeDecoder, type Payload, ReportsKept } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeBackfill } from './backfill.ts'
import { makeReportBuffer, type NumberedReport, type ReportBuffer } from './report-buffer.ts'

const midnight = 1_767_225_600
const minute = (nth: number) => midnight + nth * 60

let buffer: ReportBuffer
let seq: number
let sent: Payload<typeof ReportsKept>[]
let missed: Payload<typeof MissedReport>[]
let connection: AbortController
let begin: () => ReturnType<ReturnType<typeof makeBackfill>>
const decode = makeDecoder([ReportsKept, MissedReport])

beforeEach(() => {
  vi.useFakeTimers({ now: 7_000 })
  const elapsed = () => Date.now()
  seq = 0
  sent = []
  missed = []
  connection = new AbortController()
  buffer = makeReportBuffer(elapsed)
  const link: Link = {
    signal: connection.signal,
    write: async () => true,
    acknowledged: async () => true,
    send(message, payload) {
      const decoded = decode(encode(message, payload))
      if (decoded.kind !== 'message') throw new Error(`sent what a peer does not understand: ${decoded.kind}`)
      if (decoded.message === ReportsKept) sent.push(decoded.payload as Payload<typeof ReportsKept>)
      else missed.push(decoded.payload as Payload<typeof MissedReport>)
    },
  }
  const makeOffer = makeBackfill({ buffer, seq: () => seq, elapsed })
  begin = () => makeOffer(link, 3)
})
afterEach(() => {
  vi.useRealTimers()
})

const figures = {
  ...{ cpu: 1, mem_used: 2, swap_used: 0, disk_used: 3, net_in_speed: 0, net_out_speed: 0, net_out_transfer: 9 },
  ...{ load1: 0.5, load5: 0.5, load15: 0.5, tcp_conn: 1, udp_conn: 1, process_count: 1, uptime: 10 },
}
/** One report every three seconds. */
async function report(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 3) {
    await vi.advanceTimersByTimeAsync(3_000)
    seq += 1
    buffer.add({ ...figures, net_in_transfer: seq * 1_000, seq } as NumberedReport)
  }
}

describe('backfill', () => {
  it('announces uptime, sequence number and minutes, and sends the reports unchanged', async () => {
    buffer.syncClock(midnight * 1000)
    await report(200)
    const offer = begin()
    expect(sent).toEqual([])
    offer.start()
    expect(sent).toMatchObject([{ running_seconds: 201, seq: 67, minutes: [minute(0), minute(1), minute(2)] }])
    offer.send([minute(1), minute(0)])
    expect(missed).toMatchObject([
      { minute: minute(1), ...figures, net_in_transfer: 39_000, seq: 39 },
      { minute: minute(0), ...figures, net_in_transfer: 19_000, seq: 19 },
    ])
  })

  it('announces an empty list too, because it reports a restart', () => {
    buffer.syncClock(midnight * 1000)
    begin().start()
    expect(sent).toMatchObject([{ running_seconds: 0, seq: 0, minutes: [] }])
  })

  it('sends each announced minute once per connection, and nothing else', async () => {
    buffer.syncClock(midnight * 1000)
    await report(300)
    const offer = begin()
    offer.send([minute(0)])
    expect(missed).toEqual([])
    offer.start()
    const strange = [-60, 0, minute(0) + 1, minute(400), Number.MAX_SAFE_INTEGER, 1e300]
    offer.send([...strange, minute(3), minute(3), minute(5)])
    offer.send([minute(3), minute(2)])
    expect(missed.map(({ minute: of }) => of)).toEqual([minute(3), minute(2)])
  })

  it('does not send minutes that became too old', async () => {
    buffer.syncClock(midnight * 1000)
    await report(120)
    const offer = begin()
    offer.start()
    await report(660)
    offer.send([minute(0), minute(1), minute(2)])
    expect(missed).toEqual([])
  })

  it('includes the current minute if no report of this connection can fall into it', async () => {
    buffer.syncClock(midnight * 1000)
    await report(57)
    const offer = begin()
    offer.start()
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(2_999)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toMatchObject([{ minutes: [minute(0)] }])
    offer.send([minute(0)])
    expect(missed).toMatchObject([{ minute: minute(0), seq: 19 }])
  })

  it('does not announce on a closed connection', async () => {
    buffer.syncClock(midnight * 1000)
    await report(57)
    begin().start()
    connection.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([])
  })
})
