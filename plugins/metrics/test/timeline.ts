import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import accounting from '@svc/plugin-accounting'
import type { Server } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { MissedReport, type ReportPayload, ReportsKept } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { plannedOutages } from '../src/contract.ts'
import metrics from '../src/index.ts'
import { makeFleet } from '../src/testing.ts'

/** What is running in a minute. Agents start and hosts boot at the start of their first minute. */
export interface Minute {
  readonly program: boolean
  readonly plugin: boolean
  readonly host: boolean
  readonly agent: boolean
  readonly link: boolean
  readonly planned: boolean
  readonly bytes: number
}

const second = { boots: 1, begins: 3, watch: 5, connects: 8, reports: 30, writes: 40 }
const bufferedMinutes = 10

/** An agent that buffers its reports, like the real one. */
function makeAgent() {
  const reports = new Map<number, ReportPayload>()
  let bytes = 0
  let began = 0
  let booted = 0
  const starts: number[] = []
  const boots: number[] = []
  return {
    starts,
    boots,
    reports,
    /** seconds since the agent started */
    running: (now: number) => now - began,
    live(at: number, now: Minute, before: Minute | undefined): ReportPayload | undefined {
      if (now.host && !before?.host) {
        booted = at + second.boots
        boots.push(booted)
      }
      if (!now.host || !now.agent) {
        reports.clear()
        return undefined
      }
      if (!before?.agent || !before.host) {
        began = at + second.begins
        starts.push(began)
        bytes = 0
      }
      bytes += now.bytes
      const sample = report({
        net_in_transfer: bytes,
        net_out_transfer: 2 * bytes,
        uptime: at + second.reports - booted,
      })
      reports.set(at, sample)
      for (const minute of reports.keys()) if (minute < at - bufferedMinutes * 60) reports.delete(minute)
      return sample
    },
  }
}

/** Simulates a timeline with the real plugin. Returns its state and the expected records. */
export async function simulate(timeline: readonly Minute[], start: number, dataDir: string) {
  const agent = makeAgent()
  const recorded = new Map<number, ReportPayload>()
  const ran: { from: number; to: number }[] = []
  const planned = timeline.flatMap((minute, i) =>
    minute.planned ? [{ from: start + i * 60, to: start + (i + 1) * 60 }] : [],
  )
  const status = definePlugin({
    id: 'status',
    setup: () => ({ contributes: contribute(plannedOutages, { plugin: 'status', within: () => planned }) }),
  })
  let world: { kernel: TestKernel; fleet: ReturnType<typeof makeFleet>; server: Server; plugin: boolean } | undefined
  let connected = false

  const boot = async (now: number, plugin: boolean) => {
    const fleet = makeFleet()
    const plugins = plugin ? [fleet.plugin, metrics, accounting, status] : [fleet.plugin]
    const kernel = await createTestKernel({ plugins, now: now * 1000, dataDir })
    fleet.ran(() => ran)
    const server = fleet.add(7, false, { createdAt: start })
    fleet.disconnect(server)
    return { kernel, fleet, server, plugin }
  }

  for (const [i, minute] of timeline.entries()) {
    const at = start + i * 60
    const to = (seconds: number) => world?.kernel.clock.set((at + seconds) * 1000)
    if (world && (!minute.program || minute.plugin !== world.plugin)) {
      to(0)
      await world.kernel.close()
      world = undefined
      connected = false
    }
    if (minute.program && !world) world = await boot(at + second.boots, minute.plugin)
    if (minute.program) {
      const before = ran.at(-1)
      if (before?.to === at) before.to = at + 60
      else ran.push({ from: at + second.boots, to: at + 60 })
    }
    if (world?.plugin) {
      to(second.watch)
      await world.kernel.runJob('UptimeWatch')
    }
    const sample = agent.live(at, minute, timeline[i - 1])
    if (!sample || !minute.link || !world?.plugin) {
      if (world && connected) world.fleet.disconnect(world.server)
      connected = false
      continue
    }
    const { fleet, server, kernel } = world
    if (!connected || agent.starts.at(-1) === at + second.begins) {
      to(second.connects)
      fleet.disconnect(server)
      fleet.connect(server)
      const minutes = [...agent.reports.keys()].filter((one) => one < at)
      const running = agent.running(at + second.connects)
      fleet.say(server, ReportsKept, { running_seconds: running, seq: i, minutes })
      const request = fleet.sent.at(-1)?.payload as { minutes: number[] } | undefined
      for (const one of request?.minutes ?? []) {
        fleet.say(server, MissedReport, { minute: one, ...(agent.reports.get(one) as ReportPayload), seq: i })
      }
      for (const one of minutes) if (!recorded.has(one)) recorded.set(one, agent.reports.get(one) as ReportPayload)
      connected = true
    }
    to(second.reports)
    fleet.report(server, sample)
    recorded.set(at, sample)
    to(second.writes)
    await kernel.runJob('RecordWriter')
    await kernel.clock.advance(500)
  }
  await world?.kernel.close()
  const end = start + timeline.length * 60
  world = await boot(end, true)
  ran.push({ from: end, to: end })
  return { ...world, agent, recorded, end }
}
