import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './http.ts'
import { cleanEnv, type Program, repository, run } from './process.ts'
import { overlay, type Toml, toToml } from './toml.ts'
import { until } from './until.ts'

const program = join(repository, 'kernel/bin/svc-server.js')

/** A server process with a directory of its own. */
export interface Server extends Program {
  readonly url: string
  readonly dataDir: string
  readonly configFile: string
}

export interface ServerOptions {
  /** holds configuration and data; survives the process */
  readonly directory: string
  readonly port: number
  readonly config?: Toml
  readonly env?: Record<string, string>
}

/** Where things are, and a configuration that suits tests: plain http, and no limit that many sign-ins would meet. */
function layOut({ directory, port, config = {} }: ServerOptions) {
  const dataDir = join(directory, 'data')
  const configFile = join(directory, 'server.toml')
  const defaults: Toml = {
    server: { listen: `127.0.0.1:${port}`, data_dir: dataDir },
    auth: { secure_cookie: false },
    rate_limit: { login_max: 1000, register_max: 1000 },
  }
  writeFileSync(configFile, toToml(overlay(defaults, config)))
  return { dataDir, configFile, url: `http://127.0.0.1:${port}` }
}

/** Starts a server without waiting for anything. */
export function spawnServer(options: ServerOptions, args: string[] = []): Server {
  const place = layOut(options)
  const child = run([program, ...args, '--config', place.configFile], {
    cwd: options.directory,
    env: cleanEnv(options.env),
  })
  return Object.assign(child, place)
}

/** Resolves when the server answers; rejects with its last words when it ends first. */
export async function untilHealthy(server: Server): Promise<void> {
  await until('the server to answer', async () => {
    if (server.hasExited()) throw new Error(`the server ended:\n${server.lines.slice(-20).join('\n')}`)
    const answer = await ask(`${server.url}/healthz`).catch(() => undefined)
    return answer?.status === 200
  })
}

/** The once-only password in the log of a first start. */
export async function initialPassword(server: Server): Promise<string> {
  const line = await server.line(/admin password: /)
  const password = /admin password: ([^\s"]+)/.exec(line)?.[1]
  if (!password) throw new Error('the log line has no password')
  return password
}
