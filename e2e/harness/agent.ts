import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnv, type Program, repository, run } from './process.ts'
import { overlay, type Toml, toToml } from './toml.ts'

const program = join(repository, 'agent/bin/svc-agent.js')

export interface AgentOptions {
  /** contains configuration and state; remains when the process ends */
  readonly directory: string
  readonly serverUrl: string
  /** one-time code; ignored if the directory already has a configuration */
  readonly code?: string
  readonly config?: Toml
  readonly args?: string[]
  readonly env?: Record<string, string>
  /** a released program instead of the built one */
  readonly executable?: string
}

/** Starts a real agent process. */
export function spawnAgent(options: AgentOptions): Program {
  const { directory, serverUrl, code = '', config = {}, args = [], env, executable } = options
  const file = join(directory, 'agent.toml')
  mkdirSync(directory, { recursive: true })
  if (!existsSync(file)) {
    const defaults: Toml = { server_url: serverUrl, enrollment_code: code, state_dir: join(directory, 'state') }
    writeFileSync(file, toToml(overlay(defaults, config)), { mode: 0o600 })
  }
  const place = { cwd: directory, env: cleanEnv(env) }
  return run([...(executable ? [] : [program]), '--config', file, ...args], place, executable)
}
