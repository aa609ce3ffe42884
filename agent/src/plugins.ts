import type { AgentContext, AgentParts, AgentPluginDefinition, Logger } from '@svc/agent-sdk'
import { type Fragment, mergeFragments, type Source } from '@svc/config'
import type { Capability, MessageDef } from '@svc/protocol'
import type { Candidate } from './discover.ts'
import { Refusal, reasonOf } from './refusal.ts'
import { sessionMessages } from './session.ts'
import { sliceOf } from './slice.ts'

/** A plugin whose code was imported. */
export interface Imported {
  readonly candidate: Candidate
  readonly definition: AgentPluginDefinition
}

/** A plugin that runs. */
export interface Running {
  readonly id: string
  readonly parts: AgentParts
  readonly declared: readonly Capability[]
  readonly imported: Imported
}

/** What a plugin can do now: declared, permitted and available on this host. */
export const ableTo = ({ declared, parts }: Running, permitted: ReadonlySet<Capability>): Capability[] =>
  declared.filter((name) => permitted.has(name) && !(name in (parts.unavailable ?? {})))

/** Imports the plugins the policy let in. One that cannot be imported is left out; the agent runs without it. */
export async function importPlugins(
  candidates: readonly Candidate[],
  core: readonly Fragment[],
  log: Logger,
  beside: readonly Imported[] = [],
): Promise<Imported[]> {
  const imported: Imported[] = []
  for (const candidate of candidates) {
    try {
      const { default: definition } = await candidate.load()
      mergeFragments([...core, ...fragmentsOf([...beside, ...imported, { candidate, definition }])])
      imported.push({ candidate, definition })
    } catch (error) {
      log.error({ plugin: candidate.manifest.package, reason: reasonOf(error) }, 'agent plugin failed')
    }
  }
  return imported
}

/** The configuration the plugins declare. */
export const fragmentsOf = (plugins: readonly Imported[]): Fragment[] =>
  plugins.map(({ definition: { id, config } }) => ({ owner: `plugin ${id}`, schema: config }))

export interface SetUpOptions {
  readonly sources: readonly Source[]
  /** changes while the agent runs */
  readonly permitted: ReadonlySet<Capability>
  readonly context: Pick<AgentContext, 'stateDir' | 'agentVersion'>
  readonly logOf: (id: string) => Logger
  readonly log: Logger
}

function assertSoleHandler(parts: AgentParts, running: readonly Running[]): void {
  for (const { message } of parts.handlers ?? []) {
    const isSame = (other: MessageDef) => other.type === message.type
    if (sessionMessages.some(isSame)) throw new Error(`the agent itself handles ${message.type}`)
    const other = running.find(({ parts: { handlers } }) => handlers?.some((known) => isSame(known.message)))
    if (other) throw new Error(`plugin ${other.id} already handles ${message.type}`)
  }
}

/** Sets one plugin up beside those that run. */
export async function setUpPlugin(
  plugin: Imported,
  beside: readonly Running[],
  options: SetUpOptions,
): Promise<Running> {
  const { sources, permitted, context, logOf, log } = options
  const { candidate, definition } = plugin
  const { id, config: fragment } = definition
  const config = fragment ? sliceOf({ owner: id, schema: fragment }, sources) : {}
  const permits = (name: Capability) => permitted.has(name)
  const parts = await definition.setup({ ...context, log: logOf(id), permits, config })
  assertSoleHandler(parts, beside)
  const { version, capabilities: declared } = candidate.manifest
  const running: Running = { id, parts, declared, imported: plugin }
  const { unavailable = {} } = parts
  log.info({ plugin: id, version, capabilities: ableTo(running, permitted), unavailable }, 'agent plugin running')
  return running
}

/** Sets the plugins up one after the other. A wrong configuration value is refused; any other failure costs one plugin. */
export async function setUpPlugins(plugins: readonly Imported[], options: SetUpOptions): Promise<Running[]> {
  const running: Running[] = []
  for (const plugin of plugins) {
    try {
      running.push(await setUpPlugin(plugin, running, options))
    } catch (error) {
      if (error instanceof Refusal) throw error
      options.log.error({ plugin: plugin.definition.id, reason: reasonOf(error) }, 'agent plugin failed')
    }
  }
  return running
}
