import { setTimeout as sleep } from 'node:timers/promises'
import { enrol } from './fleet/enrol.ts'
import { type Fleet, makeFleet } from './fleet/fleet.ts'
import { type Probe, startProbe } from './probe.ts'
import { freePort, listening, startProgram } from './process.ts'
import { percentile } from './statistics.ts'
import { makeStopwatch } from './stopwatch.ts'
import { startServer } from './svc-server.ts'
import { makeViewers, type Viewers } from './viewers.ts'
import { measure, type Window } from './window.ts'

export interface Plan {
  /** numbers of agents, ascending */
  readonly sizes: readonly number[]
  /** the size at which processor and memory are measured */
  readonly main: number
  readonly seconds: number
  /** milliseconds to wait until load settles */
  readonly settle: number
  note(text: string): void
}

export interface Measured {
  /**
   * By number of agents, with 10 browsers: p99 latency in milliseconds from report to browser, and p99 of echoes from an
   * otherwise idle process during the same seconds.
   */
  readonly latencies: ReadonlyMap<number, { readonly update: number; readonly echo: number }>
  /** at the main size with 10 and with 50 browsers */
  readonly few: Window
  readonly many: Window
  /**
   * At the main size with 10 browsers, next to a bare `ws` server with a fleet of the same size: CPU time per report
   * depends on the load of the machine, so only measurements of the same minute compare.
   */
  readonly whole: Window
  readonly bare: Window
  /** of each connection beyond the next smaller size */
  readonly bytesPerConnection: number
  readonly bareBytesPerConnection: number
}

/**
 * A bare server with a fleet that grew from `smaller` to `size`, measured next to the real one: what the first connections
 * load and compile is no memory of the others.
 */
async function startBare(smaller: number, size: number) {
  const port = await freePort()
  const program = startProgram(['e2e/bench/bare/ws-server.mjs', String(port)])
  const members = Array.from({ length: size }, (_, i) => ({ server_id: String(i), token: 'none' }))
  const fleet = makeFleet({ url: new URL(`http://127.0.0.1:${port}`), members })
  const stop = async () => {
    fleet.stop()
    await program.stop()
  }
  try {
    await listening(program, port)
    await fleet.growTo(smaller)
    await sleep(5000)
    const before = program.rssBytes()
    await fleet.growTo(size)
    return { program, fleet, stop, bytesPerConnection: () => (program.rssBytes() - before) / (size - smaller) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Measures the real server with a growing fleet. */
export async function measureServer({ sizes, main, seconds, settle, note }: Plan): Promise<Measured> {
  const server = await startServer()
  const { program } = server
  const stopwatch = makeStopwatch()
  const latencies = new Map<number, { update: number; echo: number }>()
  const opened: { fleet?: Fleet; viewers?: Viewers; probe?: Probe } = {}
  let result: Omit<Measured, 'latencies'> | undefined
  try {
    const admin = await server.admin()
    const most = Math.max(...sizes)
    note(`enrolling ${most} agents`)
    const members = await enrol(admin, most)
    await sleep(settle)
    const fleet = makeFleet({ url: server.url, members, onReport: stopwatch.sent })
    opened.fleet = fleet
    opened.viewers = makeViewers(admin, stopwatch.arrived)
    await opened.viewers.growTo(10)
    const probe = await startProbe()
    opened.probe = probe
    let smaller = { size: 0, bytes: program.rssBytes() }
    for (const size of sizes) {
      note(`${size} agents, 10 browsers`)
      await fleet.growTo(size)
      await sleep(settle)
      stopwatch.take()
      probe.take()
      const window = await measure(program, fleet, size === main ? seconds : Math.min(seconds, 20))
      const times = stopwatch.take()
      if (times.length < window.reports * 0.95) {
        throw new Error(`only ${times.length} of ${window.reports} reports reached the browser`)
      }
      latencies.set(size, { update: percentile(times, 0.99), echo: percentile(probe.take(), 0.99) })
      if (size !== main) {
        smaller = { size, bytes: program.rssBytes() }
        continue
      }
      const bytesPerConnection = (program.rssBytes() - smaller.bytes) / (size - smaller.size)
      note(`${size} agents, 50 browsers`)
      await opened.viewers.growTo(50)
      await sleep(settle / 2)
      const many = await measure(program, fleet, seconds)
      opened.viewers.close()
      opened.viewers = makeViewers(admin, stopwatch.arrived)
      await opened.viewers.growTo(10)
      note(`${size} agents, 10 browsers, beside a bare ws server with ${size} agents`)
      const neighbour = await startBare(smaller.size, size)
      try {
        await sleep(settle)
        const [whole, bare] = await Promise.all([
          measure(program, fleet, seconds),
          measure(neighbour.program, neighbour.fleet, seconds),
        ])
        const bareBytesPerConnection = neighbour.bytesPerConnection()
        result = { few: window, many, whole, bare, bytesPerConnection, bareBytesPerConnection }
      } finally {
        await neighbour.stop()
      }
    }
  } finally {
    opened.viewers?.close()
    opened.fleet?.stop()
    await opened.probe?.stop()
    await server.close()
  }
  if (!result) throw new Error(`${main} is not among the sizes`)
  return { latencies, ...result }
}
