import { cleanEnv, repository, run } from './process.ts'

/** A server's history: minutes of the last eight days, hours before; see the program that writes it. */
export interface Past {
  /** of the server */
  readonly name: string
  readonly days: number
  readonly disks?: readonly string[]
  readonly gpus?: readonly string[]
  /** hours ago, from and to, in which its agent did not run */
  readonly away?: readonly (readonly [from: number, to: number])[]
}

/** Gives servers a past, in the data directory of a program that is stopped: nobody can wait for months. */
export async function writePast(dataDir: string, pasts: readonly Past[]): Promise<void> {
  const program = ['--conditions=svc-source', 'plugins/metrics/test/past-process.ts']
  const writer = run([...program, dataDir, JSON.stringify(pasts)], { cwd: repository, env: cleanEnv() })
  const { code } = await writer.exited
  if (code !== 0) throw new Error(`no past was written:\n${writer.output()}`)
}
