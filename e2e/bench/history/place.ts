import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Enrolled, enrol } from '../fleet/enrol.js'
import { type Session, signIn } from '../fleet/session.js'
import { startProgram } from '../process.js'
import { type Home, makeHome, password, startIn } from '../svc-server.js'

const days = 31

/** A data directory with `count` enrolled servers and a month of history, and nothing that runs. */
export async function makePlace(count: number, note: (text: string) => void) {
  const home = await makeHome('[retention]\nrecords_hourly_days = 30\n')
  note(`enrolling ${count} agents`)
  const program = await startIn(home)
  let members: Enrolled[]
  try {
    const initial = /admin password: ([\w-]+)/.exec(program.output())?.[1] ?? ''
    members = await enrol(await signIn(home.url, 'admin', initial, password), count)
  } finally {
    await program.stop()
  }
  note(`writing ${days} days of history`)
  const script = fileURLToPath(new URL('../../../plugins/metrics/test/history-process.ts', import.meta.url))
  const loader = startProgram([
    ...['--conditions=svc-source', '--import', 'tsx', script],
    ...[join(home.folder, 'data'), String(days)],
  ])
  while (!loader.hasEnded()) await sleep(100)
  if (loader.exitCode() !== 0) throw new Error(`writing history failed:\n${loader.output().slice(-2000)}`)
  return { home, members, file: join(home.folder, 'data', 'svc.db') }
}

export const adminOf = (home: Home): Promise<Session> => signIn(home.url, 'admin', password)
