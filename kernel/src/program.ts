import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folders, readSources, type Source, wrapConfigErrors } from '@svc/config'
import pino from 'pino'
import { readArguments } from './arguments.ts'
import { PermanentError } from './boot-error.ts'
import { version } from './bundled.ts'
import { systemClock } from './clock.ts'
import { type CommandSyntax, checkCommand, commandHelp, commandSyntax, runCommand, withChecks } from './command.ts'
import { makeCommandHost } from './command-host.ts'
import { checkConfig } from './config/config-check.ts'
import { kernelConfig } from './config/kernel-config.ts'
import { discover } from './discover.ts'
import { type Report, runDoctor } from './doctor/doctor.ts'
import { checkHealth } from './health-command.ts'
import { modeOptions, modes } from './mode.ts'
import { hasPackages, pluginPackages } from './plugin-packages.ts'
import { serve } from './serve.ts'

const usage = `svc-server: the monitoring server

  svc-server [--config FILE]
      runs the server until SIGTERM or SIGINT
  svc-server plugin add PACKAGE | remove PACKAGE | list
      installs third-party plugins into the data directory; they stay off until an administrator enables them
  svc-server plugin link FOLDER
      lets a plugin run from the folder in which it is developed; the server loads each build by itself
  svc-server config check
      checks the configuration of the server and of every enabled plugin, and starts nothing
  svc-server health
      asks the running server whether it answers; for health checks of containers
  svc-server doctor [--json]
      checks the installation, running or not, and says what to do; changes nothing; exit code 1 if there is a problem`

const options = `
  --config FILE  use this file instead of ${folders.configFile('server')} and ./server.toml
  --help         show this help
  --version      show the version

Every configuration key can be set in the environment: server.listen as SVC_SERVER__LISTEN.`

const shared = { version, clock: systemClock, candidates: discover }

/** A source that overrides all others. */
const override = (table: Readonly<Record<string, unknown>>): Source => ({ kind: 'file', name: 'the program', table })

/** Standard output belongs to the command, so warnings and errors are logged to standard error. */
const forCommand = (sources: readonly Source[], level = 'warn') => ({
  ...shared,
  sources: [...sources, override({ log: { level } })],
  logTo: pino.destination({ fd: 2, sync: true }),
})

/**
 * Only plugins that are set up know their commands, so the bundled ones are set up in a temporary directory. Detached commands
 * run there too.
 */
async function withTemporaryData<T>(
  disabled: readonly string[],
  use: (options: ReturnType<typeof forCommand>) => Promise<T>,
  sources: readonly Source[] = [],
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-commands-'))
  try {
    return await use(
      forCommand(
        [
          ...sources,
          override({
            server: { data_dir: dataDir },
            database: { path: 'svc.db' },
            plugins: { disabled: [...disabled] },
          }),
        ],
        'error',
      ),
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const bundledCommands = (disabled: readonly string[] = []): Promise<CommandSyntax[]> =>
  withTemporaryData(disabled, commandSyntax)

const modeHelp = ([id, line]: readonly [string, string]) => `  svc-server --${id} [--config FILE]\n      ${line}`

const help = async (): Promise<string> =>
  [usage, ...[...modes].map(modeHelp), ...(await bundledCommands()).map(commandHelp), options].join('\n')

/**
 * Runs a command. A mistyped one must not create a data directory or migrate a database, so it is checked before the database
 * is opened, unless installed plugins may have commands that only they know.
 */
async function command(sources: readonly Source[], name: string, args: readonly string[]): Promise<string> {
  const config = kernelConfig(sources)
  const { server, plugins } = config
  const commands = await bundledCommands(plugins.disabled)
  const bundled = commands.find((each) => each.name === name)
  if (bundled || !hasPackages(server.data_dir)) checkCommand(commands, name, args)
  if (bundled?.isDetached) {
    return withTemporaryData(plugins.disabled, (options) =>
      runCommand({ ...options, host: makeCommandHost(config) }, name, args),
    )
  }
  return runCommand({ ...forCommand(sources), exclusive: bundled?.isExclusive }, name, args)
}

/** Their checks know the real configuration, and a temporary database. */
const doctor = (sources: readonly Source[], args: readonly string[]): Promise<Report> =>
  runDoctor(sources, args, (use) =>
    withTemporaryData(
      kernelConfig(sources).plugins.disabled,
      (options) => withChecks({ ...options, refuseInvalid: true }, use),
      sources,
    ),
  )

/** Runs the program. Returns what to print, or undefined after starting a server. */
export async function program(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | Report | undefined> {
  const { config, mode, command: words, ...flags } = readArguments(args, [...modes.keys()])
  if (flags.version) return version
  if (flags.help) return help()
  const sources = wrapConfigErrors(PermanentError, () =>
    readSources({ program: 'server', configFile: config, cwd: process.cwd(), env }),
  )
  const [name, ...rest] = words
  if (name === undefined) {
    await serve({ ...shared, sources, ...(mode !== undefined && (await modeOptions(mode, sources))) })
    return undefined
  }
  if (name === 'config') return checkConfig(sources, rest)
  if (name === 'health') return checkHealth(sources, rest)
  if (name === 'doctor') return doctor(sources, rest)
  if (name !== 'plugin') return command(sources, name, rest)
  if (rest[0] === 'purge') return command(sources, 'plugin purge', rest.slice(1))
  return pluginPackages(kernelConfig(sources).server.data_dir, rest)
}
