import type { AgentContext, AgentParts, AgentPluginDefinition, Logger } from '@svc/agent-sdk'
import { type Fragment, mergeFragments, type Source } from '@svc/config'
import type { Capability } from '@svc/protocol'
import { sliceOf } from './config.ts'
import type { Candidate } from './discover.ts'
import { FatalError, reasonOf } from './fatal-error.ts'
import { relayOf } from './relay.ts'
import { sessionMessages } from './session.ts'

/** A plugin whose code was imported. */
export interface ImportedPlugin {
  readonly candidate: Candidate
  readonly definition: AgentPluginDefinition
}

/** A plugin that was set up. */
export interface RunningPlugin {
  readonly id: string
  readonly parts: AgentParts
  readonly declared: readonly Capability[]
  readonly imported: ImportedPlugin
}

/** The capabilities a plugin serves now: declared, permitted and available on this host. */
export const usableCapabilities = (
  { declared, parts }: RunningPlugin,
  permitted: ReadonlySet<Capability>,
): Capability[] => declared.filter((name) => permitted.has(name) && !(name in (parts.unavailable ?? {})))

/** Imports plugins. One that cannot be imported is skipped; the agent runs without it. */
export async function importPlugins(
  candidates: readonly Candidate[],
  core: readonly Fragment[],
  log: Logger,
  others: readonly ImportedPlugin[] = [],
): Promise<ImportedPlugin[]> {
  const imported: ImportedPlugin[] = []
  for (const candidate of candidates) {
    try {
      const { default: definition } = await candidate.load()
      // Throws if the plugin declares a configuration key that is taken.
      mergeFragments([...core, ...fragmentsOf([...others, ...imported, { candidate, definition }])])
      imported.push({ candidate, definition })
    } catch (error) {
      log.error({ plugin: candidate.manifest.package, reason: reasonOf(error) }, 'agent plugin failed')
    }
  }
  return imported
}

/** The configuration fragments of plugins. */
export const fragmentsOf = (plugins: readonly ImportedPlugin[]): Fragment[] =>
  plugins.map(({ definition: { id, config } }) => ({ owner: `plugin ${id}`, schema: config }))

export interface SetUpOptions {
  readonly sources: readonly Source[]
  /** changes while the agent runs */
  readonly permitted: ReadonlySet<Capability>
  readonly context: Omit<AgentContext, 'log' | 'permits'>
  readonly logOf: (id: string) => Logger
  readonly log: Logger
}

const handledTypes = (parts: AgentParts): readonly string[] => [
  ...(parts.handlers ?? []).map(({ message }) => message.type),
  ...(relayOf(parts)?.opens ?? []),
]

/** Throws if a plugin handles a message that another one handles, or the agent itself. */
export function assertUniqueHandlers(parts: AgentParts, running: readonly RunningPlugin[]): void {
  for (const type of handledTypes(parts)) {
    if (sessionMessages.some((message) => message.type === type))
      throw new Error(`${type} is handled by the agent itself`)
    const owner = running.find((other) => handledTypes(other.parts).includes(type))
    if (owner) throw new Error(`${type} is already handled by plugin ${owner.id}`)
  }
}

/** Sets up one plugin. `running` are the plugins that were set up before. */
export async function setUpPlugin(
  plugin: ImportedPlugin,
  running: readonly RunningPlugin[],
  options: SetUpOptions,
): Promise<RunningPlugin> {
  const { sources, permitted, context, logOf, log } = options
  const { id, config: schema } = plugin.definition
  const config = schema ? sliceOf({ owner: id, schema }, sources) : {}
  const permits = (name: Capability) => permitted.has(name)
  const parts = await plugin.definition.setup({ ...context, log: logOf(id), permits, config })
  try {
    assertUniqueHandlers(parts, running)
  } catch (error) {
    await parts.close?.()
    throw error
  }
  const { version, capabilities } = plugin.candidate.manifest
  const result: RunningPlugin = { id, parts, declared: [...capabilities.keys()], imported: plugin }
  log.info(
    {
      plugin: id,
      version,
      capabilities: usableCapabilities(result, permitted),
      unavailable: parts.unavailable ?? {},
    },
    'agent plugin running',
  )
  return result
}

/** Sets up plugins one after the other. An invalid configuration value is fatal; any other failure costs one plugin. */
export async function setUpPlugins(
  plugins: readonly ImportedPlugin[],
  options: SetUpOptions,
): Promise<RunningPlugin[]> {
  const running: RunningPlugin[] = []
  for (const plugin of plugins) {
    try {
      running.push(await setUpPlugin(plugin, running, options))
    } catch (error) {
      if (error instanceof FatalError) throw error
      options.log.error({ plugin: plugin.definition.id, reason: reasonOf(error) }, 'agent plugin failed')
    }
  }
  return running
}
