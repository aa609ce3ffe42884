import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './http.ts'
import { cleanEnv, type Program, repository, run } from './process.ts'
import { overlay, type Toml, toToml } from './toml.ts'
import { until } from './until.ts'

const program = join(repository, 'server/bin/svc-server.js')

/** A server process with its own directory. */
export interface Server extends Program {
  readonly url: string
  readonly dataDir: string
  readonly configFile: string
}

export interface ServerOptions {
  /** contains configuration and data; remains when the process ends */
  readonly directory: string
  readonly port: number
  readonly config?: Toml
  readonly env?: Record<string, string>
  /** a released program instead of the built one */
  readonly executable?: string
}

/** Paths, and a configuration for tests: plain HTTP, high rate limits and no alert rules. */
function layOut({ directory, port, config = {} }: ServerOptions) {
  const dataDir = join(directory, 'data')
  const configFile = join(directory, 'server.toml')
  const defaults: Toml = {
    server: { listen: `127.0.0.1:${port}`, data_dir: dataDir },
    auth: { secure_cookie: false },
    rate_limit: { login_max: 1000, register_max: 1000 },
    // Tests make their own rules.
    alerts: { default_rules: false },
  }
  writeFileSync(configFile, toToml(overlay(defaults, config)))
  return { dataDir, configFile, url: `http://127.0.0.1:${port}` }
}

/** Starts a server without waiting for it to listen. */
export function spawnServer(options: ServerOptions, args: string[] = []): Server {
  const place = layOut(options)
  const { executable, directory, env } = options
  const child = run(
    [...(executable ? [] : [program]), ...args, '--config', place.configFile],
    // with arguments it may be a command
    { cwd: directory, env: cleanEnv(env), isEndless: args.length === 0 },
    executable,
  )
  return Object.assign(child, place)
}

/** Resolves when the server responds; rejects with its output if it exits first. */
export async function untilHealthy(server: Server): Promise<void> {
  await until('the server to answer', async () => {
    if (server.hasExited()) throw new Error(`the server ended:\n${server.lines.slice(-20).join('\n')}`)
    const answer = await ask(`${server.url}/healthz`).catch(() => undefined)
    return answer?.status === 200
  })
}

/** The initial password, which is printed once at the first start. */
export async function initialPassword(server: Server): Promise<string> {
  const line = await server.line(/admin password: /)
  const password = /admin password: ([^\s"]+)/.exec(line)?.[1]
  if (!password) throw new Error('the log line has no password')
  return password
}
