import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '../fleet/session.ts'

interface JobInfo {
  readonly name: string
  readonly runs: number
  readonly last_duration_ms: number | null
  readonly last_error: string | null
}

/** Polls every `everyMs` until the condition holds. */
export async function until(what: string, seconds: number, everyMs: number, isSo: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${seconds} s`)
    await sleep(everyMs)
  }
}

/** Waits for the first run of a job and returns its duration. */
export async function firstRun(admin: Session, name: string, seconds: number): Promise<number> {
  let job: JobInfo | undefined
  await until(`a run of ${name}`, seconds, 1000, async () => {
    const plugins = await admin.call<{ jobs: JobInfo[] }[]>('GET', '/api/plugins')
    job = plugins.flatMap(({ jobs }) => jobs ?? []).find((one) => one.name === name)
    return (job?.runs ?? 0) > 0
  })
  if (job?.last_error) throw new Error(`${name}: ${job.last_error}`)
  return (job?.last_duration_ms ?? Number.NaN) / 1000
}
