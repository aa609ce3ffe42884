import { type Clock, type Core, type Logger, partsError } from '@svc/plugin-sdk'
import type { CapabilityTable } from '@svc/protocol'
import { reasonOf } from './boot-error.ts'
import { type AnyParts, type Candidate, exclude, type LoadedPlugin, type PluginRecord } from './candidate.ts'
import type { Services } from './container.ts'
import type { Contributions } from './contributions.ts'
import { readDashboardHalf } from './dashboard-half.ts'
import type { RawDatabase } from './database.ts'
import type { Events } from './events.ts'
import { fence } from './fence.ts'
import type { Http } from './http/http.ts'
import { pageFileUrl } from './http/page-files.ts'
import { migrate, NewerDatabase } from './migrations.ts'
import type { Offload } from './offload.ts'
import type { OwnerOf } from './ownership.ts'
import type { RenderText } from './texts.ts'
import { withTimeout } from './timeout.ts'
import type { Transactions } from './transactions.ts'

/** Everything needed to set up a plugin. */
export interface World {
  readonly raw: RawDatabase
  readonly ownerOf: OwnerOf
  readonly transactions: Transactions
  readonly clock: Clock
  readonly version: string
  readonly dataDir: string
  readonly capabilities: CapabilityTable
  readonly services: Services
  readonly contributions: Contributions
  readonly events: Events
  readonly admitRoutes: Http['admit']
  readonly offload: Offload
  readonly setupTimeoutMs: number
  /** Compile the SQL of bundled plugins during `setup` as well, so that a wrong statement fails there. */
  readonly compileAll: boolean
  /** Throws unless the owners of these tables contributed to a point of this plugin. */
  checkLent(plugin: string, tables: readonly string[]): void
  readonly renderText: RenderText
  logOf(plugin: string): Logger
  announce(sentence: string): void
  configOf(plugin: string): object
}

/** Makes database handles of a plugin, which may also use the lent tables of other plugins. */
function handlesOf({ id: plugin, bundled }: Candidate, world: World) {
  const { raw, ownerOf, transactions } = world
  const log = world.logOf(plugin)
  const isLazy = bundled && !world.compileAll
  return (lent: readonly string[] = []) =>
    fence(raw, { plugin, ownerOf, transactions, log, lent: lent.map((table) => table.toLowerCase()), isLazy })
}

function coreOf({ id: plugin, page }: Candidate, world: World, handle: ReturnType<typeof handlesOf>): Core {
  return {
    id: plugin,
    log: world.logOf(plugin),
    clock: world.clock,
    db: handle(),
    version: world.version,
    dataDir: world.dataDir,
    text: world.renderText,
    announce: world.announce,
    pageFile: (name) => pageFileUrl(plugin, page, name),
    capabilities: world.capabilities,
    emit: world.events.emit,
    offload: (module, input, options) => world.offload.run(plugin, module, input, options),
    checkpoint: () => world.offload.checkpoint(),
    borrow(tables) {
      world.checkLent(plugin, tables)
      return handle(tables)
    },
  }
}

const setupError = (cause: unknown) => Promise.reject(new Error(`setup() failed: ${reasonOf(cause)}`, { cause }))

/** Waits for `setup` up to a timeout. If it finishes later, its parts are closed. */
async function setUpWithTimeout(work: Promise<AnyParts>, timeoutMs: number, log: Logger): Promise<AnyParts> {
  try {
    return await withTimeout(work.catch(setupError), timeoutMs, 'setup()')
  } catch (error) {
    void work.then((parts) => parts?.close?.()).catch((err) => log.debug({ err }, 'late setup failed'))
    throw error
  }
}

/** Reads the dashboard half of a third-party plugin. */
export function readDashboard(plugin: PluginRecord, world: Pick<World, 'logOf'>): void {
  const { id, dashboard, locales } = plugin.candidate
  if (locales === undefined) return
  plugin.dashboard = readDashboardHalf(dashboard, locales)
  const { error } = plugin.dashboard
  if (error !== null) world.logOf(id).error(`the dashboard of plugin ${id} is not served: ${error}`)
}

/** Migrates, sets up, rehearses and publishes a plugin. A failure at any step leaves nothing behind. */
export async function startPlugin(plugin: LoadedPlugin, world: World): Promise<void> {
  const { definition, candidate } = plugin
  const { id } = candidate
  const handle = handlesOf(candidate, world)
  const core = coreOf(candidate, world, handle)
  let parts: AnyParts | undefined
  try {
    migrate(id, definition.migrations ?? [], { ...world, handle, now: world.clock.now })
    const setup = async () =>
      world.services.setup(definition, { ...core, config: world.configOf(id) }, world.contributions.registry)
    parts = (await setUpWithTimeout(setup(), world.setupTimeoutMs, core.log)) ?? {}
    const error = partsError(parts, definition)
    if (error) throw new Error(error)
    if (parts.routes) await world.admitRoutes(plugin, parts.routes)
    world.contributions.add(id, (parts.contributes ?? []).flat())
    for (const point of Object.values(definition.points ?? {})) world.contributions.own(point.id, id)
    for (const [name, ref] of Object.entries(definition.provides ?? {})) {
      world.services.provide(ref.id, parts.provides?.[name])
    }
    world.events.listen(id, parts.on ?? [], core.log)
    readDashboard(plugin, world)
    plugin.parts = parts
  } catch (error) {
    exclude(plugin, error instanceof NewerDatabase ? 'refused' : 'failed', reasonOf(error))
    core.log.error({ err: error }, `plugin ${id} ${plugin.state}: ${plugin.reason}`)
    await (async () => parts?.close?.())().catch((err) => core.log.warn({ err }, 'close failed'))
  }
}

/** Withdraws a plugin that failed after its setup; its routes answer 503. */
function failLate(plugin: LoadedPlugin, error: unknown, world: World): void {
  const { id } = plugin.candidate
  exclude(plugin, 'failed', reasonOf(error))
  world.contributions.withdraw(id)
  world.events.withdraw(id)
  world.logOf(id).error({ err: error }, `plugin ${id} failed: ${plugin.reason}`)
}

async function runLate(plugin: LoadedPlugin, part: 'ready' | 'listening', world: World): Promise<void> {
  try {
    const work = async () => plugin.parts?.[part]?.()
    const failed = (cause: unknown) => Promise.reject(new Error(`${part}() failed: ${reasonOf(cause)}`, { cause }))
    await withTimeout(work().catch(failed), world.setupTimeoutMs, `${part}()`)
  } catch (error) {
    failLate(plugin, error, world)
  }
}

/** Calls `ready` of a plugin. */
export const readyPlugin = (plugin: LoadedPlugin, world: World): Promise<void> => runLate(plugin, 'ready', world)

/** Calls `listening` of a plugin that is running. */
export const announceListening = async (plugin: LoadedPlugin, world: World): Promise<void> => {
  if (plugin.state === 'running') await runLate(plugin, 'listening', world)
}
