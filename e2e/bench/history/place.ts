import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Enrolled, enrol } from '../fleet/enrol.ts'
import { type Session, signIn } from '../fleet/session.ts'
import { root, startProgram } from '../process.ts'
import { type Home, makeHome, password, startIn } from '../svc-server.ts'

const days = 31

/** How the history gets into a place. */
interface Filling {
  /** added to the configuration as it is */
  readonly configuration: string
  /** says what is written */
  readonly what: string
  /** a program of a plugin, from the root of the repository; it gets the data directory and the arguments */
  readonly script: string
  readonly args: readonly string[]
  /** what an administrator does before anything is enrolled */
  prepare?(admin: Session): Promise<unknown>
}

const month: Filling = {
  configuration: '[retention]\nrecords_hourly_days = 30\n',
  what: `${days} days of history`,
  script: 'plugins/metrics/test/history-process.ts',
  args: [String(days)],
}

/** A data directory with `count` enrolled servers and their history, and nothing that runs. */
export async function makePlace(count: number, note: (text: string) => void, filling: Filling = month) {
  const home = await makeHome(filling.configuration)
  note(`enrolling ${count} agents`)
  const program = await startIn(home)
  let members: Enrolled[]
  try {
    const initial = /admin password: ([\w-]+)/.exec(program.output())?.[1] ?? ''
    const admin = await signIn(home.url, 'admin', initial, password)
    await filling.prepare?.(admin)
    members = await enrol(admin, count)
  } finally {
    await program.stop()
  }
  note(`writing ${filling.what}`)
  const loader = startProgram([
    ...['--conditions=svc-source', join(root, filling.script)],
    ...[join(home.folder, 'data'), ...filling.args],
  ])
  while (!loader.hasEnded()) await sleep(100)
  if (loader.exitCode() !== 0) throw new Error(`writing history failed:\n${loader.output().slice(-2000)}`)
  return { home, members, file: join(home.folder, 'data', 'svc.db') }
}

export const adminOf = (home: Home): Promise<Session> => signIn(home.url, 'admin', password)
