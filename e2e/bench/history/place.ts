import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contributedProgram } from '../../harness/contributed.ts'
import { type Enrolled, enrol } from '../fleet/enrol.ts'
import { type Session, signIn } from '../fleet/session.ts'
import { startProgram } from '../process.ts'
import { type Home, makeHome, password, printedPassword, startIn } from '../svc-server.ts'

const days = 31

/** How a home is filled with history. */
interface Filling {
  /** appended to the configuration */
  readonly configuration: string
  /** description for the progress output */
  readonly what: string
  /** `test/<program>-process.ts` of a plugin; called with the data directory and `args` */
  readonly program: string
  readonly args: readonly string[]
  /** setup by an administrator before servers are enrolled */
  prepare?(admin: Session): Promise<unknown>
}

const month: Filling = {
  configuration: '[retention]\nrecords_hourly_days = 30\n',
  what: `${days} days of history`,
  program: 'fleet-history',
  args: [String(days)],
}

/** A home with `count` enrolled servers and their history; no program is running. */
export async function makePlace(count: number, note: (text: string) => void, filling: Filling = month) {
  const home = await makeHome(filling.configuration)
  note(`enrolling ${count} agents`)
  const program = await startIn(home)
  let members: Enrolled[]
  try {
    const admin = await signIn(home.url, 'admin', await printedPassword(program), password)
    await filling.prepare?.(admin)
    members = await enrol(admin, count)
  } finally {
    await program.stop()
  }
  note(`writing ${filling.what}`)
  const loader = startProgram([...contributedProgram(filling.program), join(home.folder, 'data'), ...filling.args])
  while (!loader.hasEnded()) await sleep(100)
  if (loader.exitCode() !== 0) throw new Error(`writing history failed:\n${loader.output().slice(-2000)}`)
  return { home, members, file: join(home.folder, 'data', 'svc.db') }
}

export const adminOf = (home: Home): Promise<Session> => signIn(home.url, 'admin', password)
