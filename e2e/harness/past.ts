import { contributedProgram } from './contributed.ts'
import { cleanEnv, repository, run } from './process.ts'

/** History of a server: per-minute records for the last eight days, hourly ones before. */
export interface Past {
  /** of the server */
  readonly name: string
  readonly days: number
  /** it is one of the simulated hosts, and continues as that one reports */
  readonly isHost?: boolean
  readonly disks?: readonly string[]
  readonly gpus?: readonly string[]
  /** periods without an agent, in hours before now */
  readonly away?: readonly (readonly [from: number, to: number])[]
}

/** Writes history into the data directory of a stopped server. */
export async function writePast(dataDir: string, pasts: readonly Past[]): Promise<void> {
  const writer = run([...contributedProgram('server-history'), dataDir, JSON.stringify(pasts)], {
    cwd: repository,
    env: cleanEnv(),
  })
  const { code } = await writer.exited
  if (code !== 0) throw new Error(`no past was written:\n${writer.output()}`)
}
