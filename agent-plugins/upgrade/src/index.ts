import { realpathSync } from 'node:fs'
import { isSea } from 'node:sea'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { Upgrade } from '@svc/plugin-upgrade/wire'
import { config } from './config.ts'
import { assetName, locationError } from './release.ts'
import { transactionFile } from './transaction.ts'
import { defaultTiming } from './trial.ts'
import { makeUpgrader } from './upgrade.ts'

/** The file to replace; undefined if this agent is not one file. */
function findProgram(configured: string): string | undefined {
  const path = configured || (isSea() ? process.execPath : '')
  try {
    return path ? realpathSync(path) : undefined
  } catch {
    return undefined
  }
}

/** Upgrades the agent when the server asks for it. */
export default defineAgentPlugin({
  id: 'upgrade',
  config,
  async setup({ config: { upgrade: settings }, stateDir, agentVersion, handOver, log }) {
    const program = findProgram(settings.program_file)
    const asset = assetName(process.platform, process.arch)
    const unavailable = !program
      ? 'this agent is not a single program file'
      : (locationError(settings.release_repo_url) ??
        (asset ? undefined : 'no programs are published for this platform'))
    // A candidate proves itself even if it could not be upgraded again.
    if (!program) return { unavailable: { upgrade: unavailable ?? '' } }
    const upgrader = await makeUpgrader({
      agentVersion,
      handOver,
      log,
      base: settings.release_repo_url,
      asset: asset ?? '',
      program,
      args: process.argv.slice(2),
      file: transactionFile(stateDir),
      timing: defaultTiming,
    })
    return {
      ...(unavailable && { unavailable: { upgrade: unavailable } }),
      handlers: [handle(Upgrade, 'upgrade', upgrader.start)],
      connected: upgrader.connected,
      close: upgrader.close,
    }
  },
})
