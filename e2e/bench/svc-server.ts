import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Session, signIn } from './fleet/session.ts'
import { freePort, listening, type Program, root, startProgram } from './process.ts'

export interface SvcServer {
  readonly url: URL
  readonly program: Program
  /** signed in as the administrator, after the forced password change */
  admin(): Promise<Session>
  /** stops it and removes its directory */
  close(): Promise<void>
}

export interface Home {
  readonly folder: string
  readonly port: number
  readonly url: URL
  remove(): Promise<void>
}

/** the administrator's, after the forced change */
export const password = 'correct horse battery'

/**
 * A directory with a configuration for a server on a free loopback port, which believes the forwarding headers of local
 * clients; `more` is appended to it.
 */
export async function makeHome(more = ''): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const port = await freePort()
  await writeFile(
    join(folder, 'server.toml'),
    `[server]\nlisten = "127.0.0.1:${port}"\ndata_dir = "data"\ntrusted_proxies = ["127.0.0.1/32"]\n\n` +
      '[rate_limit]\nregister_max = 1000000\nlogin_max = 1000\n\n[log]\nlevel = "info"\n\n' +
      more,
  )
  const url = new URL(`http://127.0.0.1:${port}`)
  return { folder, port, url, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Starts the built program and resolves when it listens. */
export async function startIn(home: Home, options: { env?: Record<string, string>; file?: string } = {}) {
  const { env = {}, file = join(root, 'server/bin/svc-server.js') } = options
  const program = startProgram([file], { cwd: home.folder, env })
  await listening(program, home.port)
  return program
}

/** The password of the first account, which is printed once the server listens. */
export async function printedPassword(program: Program): Promise<string> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const [, found] = /admin password: ([\w-]+)/.exec(program.output()) ?? []
    if (found) return found
    await sleep(20)
  }
  throw new Error('the server printed no `admin password: <value>`')
}

/** A server in a fresh directory. */
export async function startServer(options: { env?: Record<string, string> } = {}): Promise<SvcServer> {
  const home = await makeHome()
  const program = await startIn(home, options)
  const { url } = home
  let session: Promise<Session> | undefined
  return {
    url,
    program,
    admin: () => (session ??= printedPassword(program).then((initial) => signIn(url, 'admin', initial, password))),
    async close() {
      await program.stop()
      await home.remove()
    },
  }
}
