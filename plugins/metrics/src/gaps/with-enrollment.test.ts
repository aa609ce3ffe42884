import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { agents } from '@svc/plugin-enrollment/contract'
import { claimServer, openAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import { encode, Report, type ReportPayload } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import metrics from '../index.ts'

const minuteMs = 60_000
const noon = Date.UTC(2026, 4, 1, 12)
const at = (minute: number) => (noon + minute * minuteMs) / 1000
const iso = (minute: number) => new Date(noon + minute * minuteMs).toISOString().replace('.000Z', 'Z')

let kernel: TestKernel
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system, enrollment, metrics], now: noon })
})
afterEach(() => kernel.close())

const call = async (url: string, who: 'admin' | 'member' = 'member') => {
  const answer = await kernel.as(who).inject(url)
  return { status: answer.statusCode, body: answer.json() }
}

/** A reporting agent. */
async function connect(token: string) {
  const agent = await openAgent(kernel, token)
  return {
    ...agent,
    report: (patch: Partial<ReportPayload>) => agent.sendRaw(encode(Report, report(patch))),
    /** Resolves when everything sent before has been handled. */
    handled: () => agent.introduce({ agent_local_capabilities: undefined }),
  }
}

const range = `from=${iso(-30)}&to=${iso(120)}`

describe('with the enrollment plugin', () => {
  it('a reconnecting agent fills in minutes; the others have a cause', async () => {
    const { id, token } = await claimServer(kernel, 'edge')
    for (let minute = 0; minute < 5; minute++) await kernel.clock.advance(minuteMs)
    const first = await connect(token)
    expect((await first.next('welcome')).server_time).toBe(kernel.clock.now())
    first.send({ type: 'reports_kept', running_seconds: 10, seq: 3, minutes: [] })
    expect((await first.next('reports_missing')).minutes).toEqual([])
    first.report({ cpu: 1, uptime: 7200 })
    await first.handled()
    await kernel.clock.advance(minuteMs)
    first.terminate()
    await vi.waitFor(() => expect(kernel.service(agents).isOnline(id)).toBe(false))
    for (let minute = 6; minute < 20; minute++) await kernel.clock.advance(minuteMs)

    const second = await connect(token)
    const buffered = Array.from({ length: 10 }, (_, i) => at(10 + i))
    second.sendRaw('{"type":"reports_kept","running_seconds":NaN,"seq":1,"minutes":[]}')
    second.send({ type: 'reports_kept', running_seconds: -5, seq: 3, minutes: buffered })
    // The last ten count.
    second.send({ type: 'reports_kept', running_seconds: 900, seq: 3, minutes: [at(9), ...buffered] })
    second.send({ type: 'reports_kept', running_seconds: 900, seq: 300, minutes: buffered })
    expect((await second.next('reports_missing')).minutes).toEqual(buffered)
    const missed = (minute: number, patch: object = {}) => ({ type: 'missed_report', minute, ...report(), ...patch })
    second.sendRaw(JSON.stringify(missed(buffered[0] as number)).replace('7.25', '1e999'))
    second.sendRaw(JSON.stringify(missed(buffered[0] as number)).replace('7.25', 'NaN'))
    for (const minute of buffered) second.send(missed(minute, { cpu: 55 }))
    for (const minute of [at(9), at(20), at(21), -1, at(-52_560_000)]) second.send(missed(minute, { cpu: 99 }))
    for (let i = 0; i < 200; i++) second.send(missed(buffered[3] as number, { cpu: 98 }))
    await second.handled()
    await kernel.clock.advance(1000)

    const rows: { time: string; cpu: number }[] = (await call(`/api/servers/${id}/records?${range}&interval=raw`)).body
      .data
    expect(rows.map(({ time, cpu }) => [time, cpu])).toEqual([
      [iso(5), 1],
      ...buffered.map((_, i) => [iso(10 + i), 55]),
    ])
    const gaps = (await call(`/api/servers/${id}/gaps?${range}`)).body.data
    expect(gaps).toEqual([
      // the program had just started
      { from: iso(0), to: iso(1), cause: 'server_down' },
      { from: iso(1), to: iso(5), cause: 'agent_down' },
      { from: iso(6), to: iso(10), cause: 'link_down' },
    ])
    expect(second.frames.filter(({ type }) => type === 'reports_missing')).toEqual([])
  })

  it('requires access to the server, and takes any range', async () => {
    const shown = await claimServer(kernel, 'shown')
    const hidden = await claimServer(kernel, 'hidden')
    const url = `/api/servers/${hidden.id}`
    await kernel.as('admin').inject({ method: 'PUT', url, payload: { hidden: true } })
    await kernel.clock.advance(5 * minuteMs)
    const ask = (query: string, id = shown.id) => call(`/api/servers/${id}/gaps${query}`)
    expect((await ask(`?${range}`)).body.data).toHaveLength(2)
    expect((await ask(`?${range}`)).body.data[1]).toEqual({ from: iso(1), to: iso(5), cause: 'unknown' })
    expect((await ask(`?${range}`, hidden.id)).status).toBe(404)
    expect((await ask(`?${range}`, 'nobody')).status).toBe(404)
    expect((await call(`/api/servers/${hidden.id}/gaps?${range}`, 'admin')).status).toBe(200)
    expect((await ask('')).status).toBe(400)
    for (const [query, field] of [
      [`?from=yesterday&to=${iso(0)}`, 'from'],
      [`?from=${iso(0)}&to=1`, 'to'],
      [`?from=${iso(1)}&to=${iso(0)}`, 'from'],
    ] as const) {
      const { status, body } = await ask(query)
      expect([query, status, body.error.details]).toMatchObject([query, 400, [{ field }]])
    }
    for (const days of [400, 50 * 365])
      expect((await ask(`?from=${iso(-days * 1440)}&to=${iso(0)}`)).body.data).toEqual([
        { from: iso(0), to: iso(1), cause: 'server_down' },
      ])
    expect((await ask(`?from=${iso(10)}&to=${iso(1000)}`)).body.data).toEqual([])
    expect((await ask(`?from=${iso(-2000)}&to=${iso(-1000)}`)).body.data).toEqual([])
  })

  it('deletes start times with the server and by retention', async () => {
    const { id, token } = await claimServer(kernel, 'edge')
    const agent = await connect(token)
    agent.send({ type: 'reports_kept', running_seconds: 10, seq: 3, minutes: [] })
    agent.report({ uptime: 500 })
    await agent.handled()
    const count = () => kernel.database.prepare('SELECT count(*) FROM metrics_agent_starts').pluck().get()
    expect(count()).toBe(2)
    await kernel.as('admin').inject({ method: 'DELETE', url: `/api/servers/${id}` })
    await kernel.clock.advance(1)
    await vi.waitFor(() => expect(count()).toBe(0), { timeout: 20_000 })
    const put = kernel.database.prepare('INSERT INTO metrics_agent_starts VALUES (9, 0, ?)')
    for (const days of [399, 401]) put.run(at(0) - days * 86_400)
    await kernel.runJob('Cleanup')
    expect(count()).toBe(1)
  })
})
