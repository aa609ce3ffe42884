import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Enrolled } from '../fleet/enrol.ts'
import { makeFleet } from '../fleet/fleet.ts'
import type { Session } from '../fleet/session.ts'
import { freePort, listening, type Program, startProgram } from '../process.ts'
import { makeViewers } from '../viewers.ts'
import { type Beside, checkpoint } from './files.ts'
import { firstRun, until } from './jobs.ts'
import { recordsPath } from './paths.ts'
import { type Noted, takeNoted, watched } from './watch.ts'

const hourMs = 3_600_000

/** Requests a day, a week and a month of history of one server after the other, until stopped. */
function browse(admin: Session, members: readonly Enrolled[]) {
  let stopped = false
  const run = async () => {
    for (let i = 0; !stopped; i++) {
      const id = members[i % members.length]?.server_id ?? ''
      for (const days of [1, 7, 30]) {
        const path = recordsPath(id, { days, until: Date.now(), interval: days === 30 ? 'hourly' : 'raw' })
        const answer = await fetch(new URL(path, admin.url), { headers: { cookie: admin.cookie } })
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`)
      }
      await sleep(100)
    }
  }
  const running = run()
  running.catch(() => {})
  return {
    stop() {
      stopped = true
      return running
    },
  }
}

const rowsAndSize = (beside: Beside) => ({
  rows: beside.count('metrics_records'),
  payload: beside.size('metrics_records').payload,
})

interface Options {
  readonly program: Program
  readonly admin: Session
  readonly members: readonly Enrolled[]
  /** directory for the output of watched programs */
  readonly folder: string
  /** the database */
  readonly file: string
  readonly beside: Beside
  /** minutes of ingestion only, after maintenance ends */
  readonly steadyMinutes: number
  note(text: string): void
}

export interface UnderLoad {
  /** measured during sealing, deleting and reading; `idle` is from a process without load */
  readonly noted: Noted
  readonly idle: Noted
  readonly sealingSeconds: number
  readonly cleanupSeconds: number
  /** bytes written to disk per row */
  readonly sealingBytes: number
  readonly steadyBytes: number
  /** size of a row */
  readonly rowBytes: number
}

/** A whole fleet reports while the server seals an hour, deletes a day and serves requests, as after a start. */
export async function underLoad({ program, admin, members, folder, file, beside, steadyMinutes, note }: Options) {
  const idleFile = join(folder, 'idle.json')
  const { env } = watched(idleFile)
  const port = await freePort()
  const idleProgram = startProgram(['e2e/bench/bare/echo.mjs', String(port)], { env })
  const fleet = makeFleet({ url: admin.url, members })
  const viewers = makeViewers(admin, () => {})
  try {
    await Promise.all([listening(idleProgram, port), fleet.growTo(members.length), viewers.growTo(10)])
    // The first of the requests that look for a job compiles its schema, which nothing of what is measured does.
    await admin.call('GET', '/api/plugins')
    const browsing = browse(admin, members)
    const rows = beside.count('metrics_records')
    const oldest = beside.oldestRow()
    const before = program.writtenBytes()
    await takeNoted(program, join(folder, 'server.json'))
    await takeNoted(idleProgram, idleFile)
    note('sealing an hour')
    await until('sealing', 60, 10, () => beside.oldestRow() !== oldest)
    const sealingBegan = performance.now()
    await until('the end of sealing', 120, 50, () => !beside.hasUnsealed())
    const sealingSeconds = (performance.now() - sealingBegan) / 1000
    const sealed = rows - beside.count('metrics_records')
    const sealingBytes = (program.writtenBytes() - before + checkpoint(file)) / sealed
    note('deleting a day')
    const cleanupSeconds = await firstRun(admin, 'Cleanup', 300)
    const noted = await takeNoted(program, join(folder, 'server.json'))
    const idle = await takeNoted(idleProgram, idleFile)
    await browsing.stop()

    await until('a time in which nothing is sealed', 15 * 60, 1000, () => {
      const untilNextHour = hourMs - (Date.now() % hourMs)
      return !beside.hasUnsealed() && untilNextHour > (steadyMinutes + 1) * 60_000
    })
    note(`${steadyMinutes} minutes of records`)
    checkpoint(file)
    const start = { ...rowsAndSize(beside), bytes: program.writtenBytes() }
    await sleep(steadyMinutes * 60_000)
    const written = program.writtenBytes() - start.bytes + checkpoint(file)
    if (fleet.drops() > 0) throw new Error(`${fleet.drops()} agents were dropped: ${fleet.lastDrop()}`)
    const end = rowsAndSize(beside)
    const count = end.rows - start.rows
    return {
      ...{ noted, idle, sealingSeconds, cleanupSeconds, sealingBytes },
      steadyBytes: written / count,
      rowBytes: (end.payload - start.payload) / count,
    } satisfies UnderLoad
  } finally {
    viewers.close()
    fleet.stop()
    await idleProgram.stop()
  }
}
