import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { contributedProgram } from '../harness/contributed.ts'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { makeFleet } from './fleet/fleet.ts'
import { signIn } from './fleet/session.ts'
import { pacedRequests } from './http-load.ts'
import { infoLine, type Line, limitLine } from './line.ts'
import { startProbe } from './probe.ts'
import { freePort, listening, type Program, startProgram } from './process.ts'
import { percentile } from './statistics.ts'
import { makeStopwatch } from './stopwatch.ts'
import { makeHome, password, printedPassword, startIn } from './svc-server.ts'
import { makeViewers } from './viewers.ts'

const rate = 2000
const agents = 1000
/** milliseconds in which the fleet connects and settles before notifications are due */
const settleMs = 30_000

/** A send request for another device each time. */
const sendRequest = (index: number) =>
  JSON.stringify({
    device_token: index.toString(16).padStart(64, '0'),
    environment: 'production',
    event_id: randomUUID(),
    expires_at: Math.floor(Date.now() / 1000) + 600,
    envelope: {
      version: 1,
      key_id: '00000000-0000-4000-8000-000000000001',
      identity: 'ab'.repeat(32),
      nonce: 'ICEiIyQlJicoKSor',
      ciphertext: Buffer.alloc(528, 7).toString('base64'),
    },
  })

/** The relay, with a push service that accepts everything. */
async function startRelay() {
  const provider = startProgram(contributedProgram('push-provider'))
  let origin: string | undefined
  for (let waited = 0; origin === undefined; waited += 20) {
    if (provider.hasEnded() || waited > 60_000) throw new Error(`no push service:\n${provider.output().slice(-2000)}`)
    await sleep(20)
    origin = /push service: (\S+)/.exec(provider.output())?.[1]
  }
  const port = await freePort()
  const program = startProgram([...contributedProgram('push-relay'), origin, String(port)])
  await listening(program, port)
  return {
    port,
    program,
    async stop() {
      await program.stop()
      await provider.stop()
    },
  }
}

async function measureRelay(port: number, program: Program, seconds: number): Promise<Line[]> {
  const send = (duration: number) => {
    const bodies = Array.from({ length: rate * duration }, (_, index) => sendRequest(index))
    return pacedRequests(port, {
      ...{ rate, seconds: duration, path: '/v1/send', connections: 32 },
      headers: () => ({ 'content-type': 'application/json' }),
      body: (index) => bodies[index] as string,
    })
  }
  // Compiles what is used often.
  await send(3)
  const probe = await startProbe()
  probe.take()
  const before = { cpu: program.cpuSeconds(), at: performance.now() }
  const { latencies } = await send(seconds)
  const elapsed = (performance.now() - before.at) / 1000
  const cpu = program.cpuSeconds() - before.cpu
  const echoes = probe.take()
  await probe.stop()
  return [
    limitLine(
      { name: 'push relay: sends per second of one core', value: latencies.length / cpu, unit: '/s' },
      { min: rate },
    ),
    infoLine({ name: 'push relay: sends per second', value: latencies.length / elapsed, unit: '/s' }),
    limitLine(
      {
        name: `push relay at ${rate} sends/s: p99`,
        value: percentile(latencies, 0.99),
        baseline: percentile(echoes, 0.99),
        unit: 'ms',
      },
      { max: 50 },
    ),
  ]
}

/** A full outbox, sent while a fleet reports. */
async function measureOutbox(relayPort: number, count: number, note: (text: string) => void): Promise<Line[]> {
  const home = await makeHome(`[push_relay]\nurl = "http://127.0.0.1:${relayPort}"\n`)
  const open: (() => unknown)[] = [home.remove]
  try {
    note(`enrolling ${agents} agents`)
    const first = await startIn(home)
    const initial = await printedPassword(first)
    const members = await enrol(await signIn(home.url, 'admin', initial, password), agents)
    await first.stop()

    note(`registering ${count} phones`)
    const dataDir = join(home.folder, 'data')
    const due = Date.now() + settleMs + count * 3
    const loader = startProgram([...contributedProgram('push-outbox'), dataDir, String(count), String(due)])
    while (!loader.hasEnded()) await sleep(100)
    if (loader.exitCode() !== 0) throw new Error(`filling the outbox failed:\n${loader.output().slice(-2000)}`)

    const program = await startIn(home)
    open.push(program.stop)
    const admin = await signIn(home.url, 'admin', password)
    const stopwatch = makeStopwatch()
    const fleet = makeFleet({ url: home.url, members, onReport: stopwatch.sent })
    const viewers = makeViewers(admin, stopwatch.arrived)
    open.push(fleet.stop, viewers.close)
    await viewers.growTo(10)
    await fleet.growTo(agents)
    const probe = await startProbe()
    open.push(probe.stop)
    const file = new Database(join(dataDir, 'svc.db'), { readonly: true })
    open.push(() => file.close())
    // Both look into an index: to count all rows holds up the fleet of this process for many milliseconds.
    const hasSent = file.prepare('SELECT EXISTS (SELECT 1 FROM relay_outbox WHERE finished_at IS NOT NULL)').pluck()
    const hasPending = file.prepare("SELECT EXISTS (SELECT 1 FROM relay_outbox WHERE outcome = 'pending')").pluck()
    if (hasSent.get() === 1) throw new Error('notifications were sent before the fleet had settled')

    note('waiting until the notifications are due')
    while (hasSent.get() === 0) {
      stopwatch.take()
      probe.take()
      await sleep(20)
      if (Date.now() > due + 60_000) throw new Error(`nothing was sent:\n${program.output().slice(-2000)}`)
    }
    note(`sending ${count} notifications`)
    const began = { at: performance.now(), cpu: program.cpuSeconds() }
    while (hasPending.get() === 1) {
      if (performance.now() - began.at > 120_000) throw new Error('notifications are still pending after two minutes')
      await sleep(20)
    }
    const seconds = (performance.now() - began.at) / 1000
    const cpu = program.cpuSeconds() - began.cpu
    const latencies = stopwatch.take()
    const accepted = file.prepare("SELECT count(*) FROM relay_outbox WHERE outcome = 'accepted'").pluck().get()
    if (accepted !== count) throw new Error(`only ${accepted} of ${count} notifications were accepted`)
    return [
      limitLine({ name: `outbox: ${count} notifications sent`, value: count / seconds, unit: '/s' }, { min: 500 }),
      infoLine({ name: 'outbox: server CPU meanwhile', value: (cpu / seconds) * 100, unit: '%' }),
      limitLine(
        {
          name: `report to browser meanwhile, p99, ${agents} agents`,
          value: percentile(latencies, 0.99),
          baseline: percentile(probe.take(), 0.99),
          unit: 'ms',
        },
        { max: 15 },
      ),
    ]
  } finally {
    for (const close of open.reverse()) await close()
  }
}

/** Notifications from the outbox through the relay to a push service. */
export const push: Family = {
  name: 'push',
  async run({ quick, note }) {
    const relay = await startRelay()
    try {
      note(`${rate} sends a second through the relay`)
      const lines = await measureRelay(relay.port, relay.program, quick ? 5 : 30)
      return [...lines, ...(await measureOutbox(relay.port, quick ? 2000 : 10_000, note))]
    } finally {
      await relay.stop()
    }
  },
}
