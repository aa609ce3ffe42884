import { makeClock } from '@svc/e2e/clock'
import { revise } from '@svc/e2e/database'
import { driveAgent } from '@svc/e2e/driven-agent'
import { onboard } from '@svc/e2e/enrol'
import { untilHealthy } from '@svc/e2e/server'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { expect, it } from 'vitest'

const stage = makeStage()
const clock = makeClock(stage.directory())
const minuteMs = 60_000
const iso = (minute: number) => new Date(minute * minuteMs).toISOString().replace('.000Z', 'Z')
const minuteOf = (ms: number) => Math.floor(ms / minuteMs)
const msOfMinute = () => clock.now() % minuteMs

/** Backdates servers and the run by an hour and marks minutes as watched, in the database of a stopped server. */
function backdate(dataDir: string, from: number, to: number) {
  revise(dataDir, (db) => {
    db.exec('UPDATE enrollment_servers SET created_at = created_at - 3600')
    db.exec('UPDATE system_runs SET started_at = started_at - 3600')
    const put = db.prepare('INSERT OR REPLACE INTO metrics_uptime_days VALUES (?, ?)')
    for (let minute = from; minute < to; ) {
      const day = Math.floor(minute / 1440)
      const end = Math.min(to, (day + 1) * 1440)
      const bounds = Buffer.alloc(4)
      bounds.writeUInt16LE(minute - day * 1440, 0)
      bounds.writeUInt16LE(end - day * 1440, 2)
      put.run(day * 2 ** 20, bounds)
      minute = end
    }
  })
}

it('minutes missed by the server are filled in, and minutes missed by an agent have a cause', async () => {
  const directory = stage.directory()
  const first = await stage.server({ directory, env: clock.env })
  const admin = await firstSignIn(first)
  const staying = await onboard(admin, 'staying')
  const stopped = await onboard(admin, 'stopped')
  const agent = stage.agent({ serverUrl: first.url, code: staying.enrollment.code, env: clock.env })
  const home = stage.directory()
  const earlier = stage.agent({ serverUrl: first.url, code: stopped.enrollment.code, directory: home, env: clock.env })
  await Promise.all([agent.line(/"connected"/), earlier.line(/"connected"/)])
  await earlier.stop()

  // early in a minute, before anything of it is on disk
  await clock.forward(minuteMs - msOfMinute(), [first, agent])
  const missed = minuteOf(clock.now())
  first.kill('SIGKILL')
  await first.exited
  const before = { from: missed - 5, to: missed - 2 }
  backdate(first.dataDir, before.from, before.to)
  await clock.forward(minuteMs - msOfMinute() + 500, [agent])

  const port = Number(new URL(first.url).port)
  const second = await stage.launch({ directory, port, env: clock.env })
  await untilHealthy(second)
  const later = stage.agent({ serverUrl: first.url, directory: home, env: clock.env })
  const programs = [second, agent, later]
  const range = `from=${iso(missed - 10)}&to=${iso(missed)}`
  interface Gap {
    from: string
    to: string
    cause: string
  }
  const gapsOf = (id: string) => admin.get<Gap[]>(`/api/servers/${id}/gaps?${range}`)
  const covers = (minute: number) => (gap: Gap) =>
    Date.parse(gap.from) <= minute * minuteMs && Date.parse(gap.to) > minute * minuteMs

  const record = await clock.forwardUntil(programs, () =>
    until('the record of the missed minute', async () => {
      const rows = await admin.get<{ time: string; cpu: number; mem_used: number }[]>(
        `/api/servers/${staying.server_id}/records?${range}&interval=raw`,
      )
      return rows.find(({ time }) => time === iso(missed))
    }),
  )
  expect(record.mem_used).toBeGreaterThan(0)
  expect((await gapsOf(staying.server_id)).some(covers(missed))).toBe(false)

  const gap = await clock.forwardUntil(programs, () =>
    until('the stopped agent to report again', async () => {
      const found = (await gapsOf(stopped.server_id)).find(covers(before.from))
      return found?.cause === 'unknown' ? undefined : found
    }),
  )
  expect(gap).toMatchObject({ from: iso(before.from), cause: 'agent_down' })
  expect((await gapsOf(stopped.server_id)).find(covers(missed))).toMatchObject({ cause: 'server_down' })
})

it('a third-party agent cannot write minutes that were not requested', async () => {
  const server = await stage.server()
  const admin = await firstSignIn(server)
  const { id, peer: agent } = await driveAgent({ stage, server, admin }, 'third-party')
  const welcome = await agent.frame('welcome')
  expect(Math.abs((welcome.server_time as number) - Date.now())).toBeLessThan(minuteMs)
  const minute = (minuteOf(Date.now()) - 1) * 60
  agent.send({ type: 'missed_report', minute, cpu: 1 })
  agent.send({ type: 'reports_kept', running_seconds: 86_400, seq: 5, minutes: [minute, -60, 1e300, 'x'] })
  agent.send({
    type: 'reports_kept',
    running_seconds: 86_400,
    seq: 5,
    minutes: [minute, minute - 1, -60, minute + 120],
  })
  // the server was added in this minute or the one before it
  expect(await agent.frame('reports_missing')).toEqual({ type: 'reports_missing', minutes: [] })
  expect(await admin.get(`/api/servers/${id}/records?from=${iso(0)}&to=${iso(1)}`)).toEqual([])
})
