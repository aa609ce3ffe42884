import { chown } from 'node:fs/promises'
import type { Source } from '@svc/config'
import type { PluginCommand } from './command-line.ts'
import { readCommandConfig } from './config.ts'
import type { Candidate } from './discover.ts'
import { FatalError, reasonOf } from './fatal-error.ts'
import { findRunningAgent } from './grants/agent-status.ts'

/** Runs a command that a plugin adds to the program. The running agent is a different process. */
export async function runPluginCommand(
  { name, args }: PluginCommand,
  candidates: readonly Candidate[],
  sources: readonly Source[],
  out: (text: string) => void,
): Promise<void> {
  const { stateDir, serverUrl } = readCommandConfig(sources)
  const candidate = candidates.find(({ manifest }) => manifest.commands.has(name))
  const command = (await candidate?.load())?.default.commands?.[name]
  if (!command) throw new FatalError(`the plugin that lists the command ${name} does not have it`)
  const uid = (await findRunningAgent(stateDir))?.uid
  const giveToAgent = async (path: string) => {
    if (process.getuid?.() === 0 && uid) await chown(path, uid, -1)
  }
  try {
    await command(args, { stateDir, serverUrl, out, giveToAgent })
  } catch (error) {
    throw new FatalError(reasonOf(error))
  }
}
