import { resolve } from 'node:path'
import { FatalError, reasonOf } from '../fatal-error.ts'
import { findRunningAgent } from '../grants/agent-status.ts'
import { type AllowedPackage, formatAllowed } from './allow-list.ts'
import { readFolder, readPackage } from './host-plugins.ts'
import type { PluginsCommand } from './plugins-command-line.ts'

export interface PluginsCommandOptions {
  readonly folder: string
  readonly allow: readonly AllowedPackage[]
  readonly stateDir: string
  readonly out: (text: string) => void
}

interface Row {
  readonly name: string
  readonly version: string | null
  readonly state: string
  readonly reason: string | null
}

async function list({ folder, allow, stateDir }: PluginsCommandOptions): Promise<Row[]> {
  const running = await findRunningAgent(stateDir)
  const owners = running?.uid == null ? [] : [running.uid]
  const { packages, unreadable, error } = readFolder(folder, owners)
  const states = new Map((running?.plugins ?? []).map((plugin) => [plugin.name, plugin]))
  const allowed = allow.map(({ name, sha256 }): Row => {
    const found = packages.find((each) => each.name === name)
    const version = found?.version ?? null
    const state = states.get(name)
    if (!found)
      return {
        name,
        version,
        state: 'refused',
        reason: error ?? state?.reason ?? `no package in ${folder} has this name`,
      }
    if (found.content.sha256 !== sha256)
      return {
        name,
        version,
        state: 'refused',
        reason: `its content has changed: ${formatAllowed({ name, sha256: found.content.sha256 })}`,
      }
    if (!running) return { name, version, state: 'allowed', reason: 'the agent is not running' }
    return state
      ? { name, version, state: state.state, reason: state.reason ?? null }
      : { name, version, state: 'allowed', reason: 'restart the agent to load it' }
  })
  const others = packages
    .filter(({ name }) => !allow.some((each) => each.name === name))
    .map(
      ({ name, version, content }): Row => ({
        name,
        version,
        state: 'not allowed',
        reason: `to allow it, add "${formatAllowed({ name, sha256: content.sha256 })}" to plugins.allow`,
      }),
    )
  const broken = [...unreadable].map(([name, reason]): Row => ({ name, version: null, state: 'unreadable', reason }))
  return [...allowed, ...others, ...broken]
}

/** Lists the plugins of the host's folder, or prints the entry that allows one. Runs none of their code. */
export async function runPluginsCommand(command: PluginsCommand, options: PluginsCommandOptions): Promise<void> {
  const { out, folder } = options
  if (command.verb === 'hash') {
    try {
      const { name, content } = readPackage(resolve(command.folder))
      out(`${formatAllowed({ name, sha256: content.sha256 })}\n`)
    } catch (error) {
      throw new FatalError(`cannot use ${command.folder}: ${reasonOf(error)}`)
    }
    return
  }
  const rows = await list(options)
  if (command.json) return out(`${JSON.stringify({ folder, plugins: rows }, null, 2)}\n`)
  if (rows.length === 0) return out(`no plugins in ${folder}\n`)
  for (const { name, version, state, reason } of rows) {
    out(`${name}${version ? ` ${version}` : ''}: ${state}${reason ? `\n  ${reason}` : ''}\n`)
  }
}
