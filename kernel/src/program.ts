import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSources, type Source, wrapConfigErrors } from '@svc/config'
import pino from 'pino'
import { readArguments } from './arguments.ts'
import { PermanentError } from './boot-error.ts'
import { version } from './bundled.ts'
import { systemClock } from './clock.ts'
import { commandHelp, runCommand } from './command.ts'
import { checkConfig } from './config/config-check.ts'
import { kernelConfig } from './config/kernel-config.ts'
import { prepareDataDir } from './data-dir.ts'
import { discover } from './discover.ts'
import { pluginPackages } from './plugin-packages.ts'
import { serve } from './serve.ts'

const usage = `svc-server: the monitoring server

  svc-server [--config FILE]
      runs the server until SIGTERM or SIGINT
  svc-server plugin add PACKAGE | remove PACKAGE | list
      installs third-party plugins into the data directory; they stay off until an administrator enables them
  svc-server config check
      checks the configuration of the server and of every enabled plugin, and starts nothing`

const options = `
  --config FILE  use this file instead of /etc/svc/server.toml and ./server.toml
  --help         show this help
  --version      show the version

Every configuration key can be set in the environment: server.listen as SVC_SERVER__LISTEN.`

const shared = { version, clock: systemClock, candidates: discover }

/** A source that overrides all others. */
const override = (table: Readonly<Record<string, unknown>>): Source => ({ kind: 'file', name: 'the program', table })

/** Standard output belongs to the command, so warnings and errors are logged to standard error. */
const forCommand = (sources: readonly Source[]) => ({
  ...shared,
  sources: [...sources, override({ log: { level: 'warn' } })],
  logTo: pino.destination({ fd: 2, sync: true }),
})

/** Sets up the plugins in a temporary directory, because only then their commands are known. */
async function help(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-help-'))
  try {
    const sources = [override({ server: { data_dir: dataDir }, log: { level: 'error' } })]
    return [usage, ...(await commandHelp({ ...shared, sources })), options].join('\n')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs the program. Returns the text to print, or undefined after starting a server. */
export async function program(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { config, command, ...flags } = readArguments(args)
  if (flags.version) return version
  if (flags.help) return help()
  const sources = wrapConfigErrors(PermanentError, () =>
    readSources({ program: 'server', configFile: config, cwd: process.cwd(), env }),
  )
  const [name, ...rest] = command
  if (name === undefined) {
    await serve({ ...shared, sources })
    return undefined
  }
  if (name === 'config') return checkConfig(sources, rest)
  if (name !== 'plugin') return runCommand(forCommand(sources), name, rest)
  return pluginPackages(prepareDataDir(kernelConfig(sources).server.data_dir), rest)
}
