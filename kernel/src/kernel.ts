import { resolve } from 'node:path'
import type { Source } from '@svc/config'
import {
  type Clock,
  type CommandHost,
  commandHost,
  configuration,
  dashboardsChanged,
  databaseFile,
  type NetworkAccess,
  networkAccess,
  type PluginAdministration,
  pluginAdministration,
} from '@svc/plugin-sdk'
import { capabilityTable } from '@svc/protocol'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream, Logger } from 'pino'
import { absentPlugins, makeAdministration } from './administration.ts'
import { bundledCapabilities, localesFolder } from './bundled.ts'
import { type Candidate, isLoaded, type LoadedPlugin, type PluginRecord } from './candidate.ts'
import { checkpointJob } from './checkpoint-job.ts'
import { type Closing, makeClosing } from './closing.ts'
import { makeCommandHost } from './command-host.ts'
import { makeConfiguration } from './config/effective-config.ts'
import { type KernelConfig, kernelConfig } from './config/kernel-config.ts'
import { pluginConfigs } from './config/plugin-config.ts'
import { makeServices, type Services } from './container.ts'
import { makeContributions } from './contributions.ts'
import { lockDataDir, prepareDataDir } from './data-dir.ts'
import { limitBusyTime, openDatabase, pagesInLog, type RawDatabase } from './database.ts'
import { makeDatabaseFile } from './database-file.ts'
import { type Events, makeEvents } from './events.ts'
import { arrange, refuseUnmet } from './graph.ts'
import { compilers } from './http/compilers.ts'
import { makeHttp } from './http/http.ts'
import { listenOn } from './http/listen.ts'
import { trustsPrivateNetworks, trustWarning } from './http/trust.ts'
import { assertRequired, load } from './load.ts'
import { openLog } from './log.ts'
import { copyBeforeMigrations, removeOldCopies } from './migration-copy.ts'
import { makeOffload } from './offload.ts'
import { makeOwnership } from './ownership.ts'
import { announceListening, readDashboard, readyPlugin, startPlugin, type World } from './plugin-start.ts'
import { begunPurges, finishPurge } from './purge.ts'
import { replaceDatabase, undoReplacement } from './replace-database.ts'
import { makeScheduler, type Scheduler } from './scheduler.ts'
import { makeChoices, select } from './selection.ts'
import { errorTexts, makeTexts, type RenderText } from './texts.ts'
import { makeTransactions } from './transactions.ts'
import { watchLinked } from './watch-linked.ts'

export interface KernelOptions {
  readonly sources: readonly Source[]
  readonly version: string
  readonly clock: Clock
  candidates(dataDir: string): readonly Candidate[]
  /** where the log goes instead of standard output */
  readonly logTo?: DestinationStream | undefined
  /** Refuse to run beside another such kernel on the same data directory; commands may. */
  readonly exclusive?: boolean | undefined
  /**
   * Use a restored database that waits for the next start; only a server does, never a command beside one. Called when that
   * happened, with what takes it back once the kernel is closed.
   */
  readonly onReplaced?: ((undo: () => void) => void) | undefined
  /** the installation of detached commands; default: the one of this kernel */
  readonly host?: CommandHost | undefined
  readonly setupTimeoutMs?: number | undefined
  /** Rehearse the routes of bundled plugins as well, so that one with broken routes fails alone. */
  readonly rehearseAll?: boolean | undefined
  /** Refuse a plugin with an invalid configuration value; by default it stops the program. */
  readonly refuseInvalid?: boolean | undefined
  /** Compile the SQL of bundled plugins during `setup` as well, so that a wrong statement fails there. */
  readonly compileAll?: boolean | undefined
  restart(): void
}

export interface Kernel {
  readonly config: KernelConfig
  readonly dataDir: string
  readonly log: Logger
  readonly database: RawDatabase
  readonly services: Services
  readonly events: Events
  readonly scheduler: Scheduler
  readonly plugins: PluginAdministration
  /** the plugins that were set up, in order */
  readonly running: readonly LoadedPlugin[]
  readonly renderText: RenderText
  /** One line per route. Builds the application with all schemas compiled, but does not start it. */
  routes(): Promise<string[]>
  /** Builds the application, calls `ready()` of each plugin and starts the jobs. */
  start(): Promise<FastifyInstance>
  /** Accepts connections; `port` overrides the configured one. Resolves to the address in use. */
  listen(port?: number): Promise<{ host: string; port: number }>
  /** Calls `listening()` of each plugin, as `listen` does. */
  listening(): Promise<void>
  /** Opens `log.file` again, after it was rotated. */
  reopenLog(): void
  /** Undoes the boot in reverse order. */
  close(): Promise<void>
}

/** Ids of the services that the kernel itself provides. */
export const kernelServices = [
  pluginAdministration.id,
  networkAccess.id,
  configuration.id,
  databaseFile.id,
  commandHost.id,
]

/** For configuration that was reported at the start. */
const silent = { warn: () => {}, debug: () => {} }

/** Boots up to and including the setup of plugins. On failure, undoes the steps done so far. */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const closing = makeClosing()
  try {
    return await boot(options, closing)
  } catch (error) {
    await closing.run()
    throw error
  }
}

async function boot(options: KernelOptions, closing: Closing): Promise<Kernel> {
  const { sources, clock, version } = options
  const config = kernelConfig(sources)
  const dataDir = prepareDataDir(config.server.data_dir)
  if (options.exclusive) closing.add('the lock of the data directory', lockDataDir(dataDir))
  const { log, announce, reopen: reopenLog, close: closeLog } = openLog({ ...config.log, stream: options.logTo })
  closing.add('the log', closeLog)
  const file = resolve(dataDir, config.database.path)
  const place = { file, dataDir }
  const replaced = options.onReplaced ? replaceDatabase(place) : undefined
  const former = replaced?.former
  if (former !== undefined) options.onReplaced?.(() => undoReplacement(place, former))
  if (replaced) log.warn({ former }, 'the database was replaced by the restored one')
  const raw = openDatabase(file)
  closing.add('the database', () => raw.close())

  const choices = makeChoices(raw)
  const candidates = options.candidates(dataDir)
  const records = select(candidates, config.plugins.disabled, choices)
  await load(records)
  const order = arrange(records, kernelServices)
  const { refuseInvalid = false } = options
  const { disabled } = config.plugins
  let slices = pluginConfigs(records, { sources, disabled, log, refuseInvalid })

  const ids = [...candidates.map((candidate) => candidate.id), ...absentPlugins(raw, candidates)]
  const ownerOf = makeOwnership(ids)
  const transactions = makeTransactions(raw)
  const contributions = makeContributions()
  const events = makeEvents(transactions.afterCommit)
  const services = makeServices()
  const scheduler = makeScheduler(clock)
  const logOf = (plugin: string) => log.child({ plugin })
  const checkLent = (plugin: string, tables: readonly string[]) => {
    for (const table of tables) {
      const owner = ownerOf(table) ?? ''
      if (owner === plugin || contributions.serves(owner, plugin)) continue
      throw new Error(`${plugin} may not name ${table}: its owner contributed nothing to ${plugin}`)
    }
  }
  const offload = makeOffload({ file, plugins: ids, logOf, checkLent, pagesInLog: () => pagesInLog(raw) })
  closing.add('the maintenance worker', offload.close)
  const copyBefore = async () => {
    const copy = config.database.migration_copy
      ? await copyBeforeMigrations({ raw, file, version, records })
      : undefined
    if (copy) log.info({ copy }, 'the database was copied before it is migrated')
  }
  // Before the plugins, as one of them may have been installed again. Other processes leave it to the server.
  for (const plugin of options.exclusive ? begunPurges(raw) : []) {
    log.warn({ plugin }, 'the deletion of its data was interrupted and is finished now')
    transactions.run(() => finishPurge(raw, ownerOf, plugin))
  }
  const { restart } = options
  const start = async (record: PluginRecord) => {
    // One that failed in `ready` has its routes, which only a restart takes away.
    if (record.state === 'running' || record.parts) return
    Object.assign(record, { state: 'running', reason: record.candidate.pending ?? null })
    await load([record])
    arrange(records, kernelServices)
    slices = pluginConfigs(records, { sources, disabled, log: silent, refuseInvalid: true })
    if (!isLoaded(record)) return
    await copyBefore()
    await startPlugin(record, world)
    closing.add(record.candidate.id, () => record.parts?.close?.())
    if (record.parts) await readyPlugin(record, world)
  }
  const plugins = makeAdministration({
    records,
    raw,
    ownerOf,
    transactions,
    choices,
    scheduler,
    offload,
    start,
    restart,
  })
  services.provide(pluginAdministration.id, plugins)
  const access: NetworkAccess = {
    trustsPrivateNetworks: trustsPrivateNetworks(config.server),
    trustedProxies: config.server.trusted_proxies,
  }
  services.provide(networkAccess.id, access)
  services.provide(configuration.id, makeConfiguration(records, sources))
  services.provide(commandHost.id, options.host ?? makeCommandHost(config))
  services.provide(databaseFile.id, makeDatabaseFile({ place, offload, records }))
  const { rehearseAll = false } = options
  const localesOf = new Map(candidates.map(({ id, locales }) => [id, locales]))
  const folderOf = (owner: string) => localesOf.get(owner) ?? localesFolder(owner)
  const renderText = makeTexts(folderOf)
  const listErrors = (owners: readonly string[]) => errorTexts(folderOf, owners)
  const http = makeHttp({ log, services, events, clock, config, version, renderText, listErrors, rehearseAll, records })

  const declared = candidates.flatMap(({ capabilities = [] }) => capabilities)
  const used = new Set(order.flatMap(({ candidate: { uses = [] } }) => uses))
  const world: World = {
    capabilities: capabilityTable([...bundledCapabilities, ...declared], (name) => used.has(name)),
    raw,
    ownerOf,
    transactions,
    clock,
    version,
    dataDir,
    services,
    contributions,
    events,
    offload,
    checkLent,
    compileAll: options.compileAll ?? false,
    renderText,
    logOf,
    announce,
    admitRoutes: http.admit,
    setupTimeoutMs: options.setupTimeoutMs ?? 10_000,
    configOf: (plugin) => slices.get(plugin) ?? {},
  }
  await copyBefore()
  for (const plugin of order) {
    // A provider may have failed in the meantime.
    refuseUnmet(records, kernelServices)
    if (!isLoaded(plugin)) continue
    await startPlugin(plugin, world)
    closing.add(plugin.candidate.id, () => plugin.parts?.close?.())
  }
  for (const { candidate, state, reason } of records) {
    if (state === 'refused') log.warn({ plugin: candidate.id }, `plugin ${candidate.id} refused: ${reason}`)
  }
  assertRequired(records)
  for (const point of contributions.ownerless())
    log.debug(`contributions to ${point} are ignored: no running plugin owns it`)

  closing.add('jobs', () => scheduler.close())
  closing.add('http', http.close)
  const running = () => order.filter((plugin) => plugin.parts !== undefined)
  const listening = async () => {
    for (const plugin of running()) await announceListening(plugin, world)
    assertRequired(records)
  }
  let app: FastifyInstance | undefined
  return {
    config,
    dataDir,
    log,
    database: raw,
    services,
    events,
    scheduler,
    plugins,
    running: running(),
    renderText,
    routes: async () => (await http.build(running(), compilers)).routes(),
    async start() {
      app = (await http.build(running())).app
      for (const plugin of running()) await readyPlugin(plugin, world)
      assertRequired(records)
      for (const plugin of running().filter(isLoaded)) {
        scheduler.add(plugin.candidate.id, plugin.parts?.jobs ?? [], logOf(plugin.candidate.id))
      }
      scheduler.add('kernel', [checkpointJob(offload)], log)
      removeOldCopies(file, version)
      limitBusyTime(raw)
      const unwatch = watchLinked({
        records,
        log,
        onServerHalf: restart,
        onDashboardHalf(record) {
          if (!isLoaded(record)) return
          readDashboard(record, world)
          events.emit(dashboardsChanged, { plugin: record.candidate.id })
        },
      })
      closing.add('the watch over linked plugins', unwatch)
      return app
    },
    async listen(port) {
      const address = await listenOn(app as FastifyInstance, config.server.listen, port)
      if (access.trustsPrivateNetworks) log.warn(trustWarning)
      await listening()
      return address
    },
    listening,
    reopenLog,
    close: () => closing.run(log),
  }
}
