import { accessSync, constants, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { isSea } from 'node:sea'
import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { Upgrade } from '@svc/plugin-upgrade/wire'
import { config } from './config.ts'
import { assetName, locationError } from './release.ts'
import { parseReleaseKey } from './signature.ts'
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

/** A program of a package or of a container image is upgraded with these. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Upgrades the agent when the server asks for it. */
export default defineAgentPlugin({
  id: 'upgrade',
  config,
  async setup({ config: { upgrade: settings }, stateDir, agentVersion, handOver, log }) {
    const program = findProgram(settings.program_file)
    const asset = assetName(process.platform, process.arch)
    const releaseKey = parseReleaseKey(settings.release_key)
    const unavailable = !program
      ? 'this agent is not a single program file'
      : (locationError(settings.release_repo_url) ??
        (asset ? undefined : 'no programs are published for this platform') ??
        (settings.release_key && !releaseKey ? 'upgrade.release_key is not a public key of minisign' : undefined) ??
        (isWritable(dirname(program)) ? undefined : `${dirname(program)} cannot be written`))
    // A candidate proves itself even if it could not be upgraded again.
    if (!program) return { unavailable: { upgrade: unavailable ?? '' } }
    const upgrader = await makeUpgrader({
      agentVersion,
      handOver,
      log,
      base: settings.release_repo_url,
      releaseKey,
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
