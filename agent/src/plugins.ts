import type { AgentContext, AgentParts, AgentPluginDefinition, Logger } from '@svc/agent-sdk'
import { type Fragment, mergeFragments, type Source } from '@svc/config'
import type { Capability, MessageDef } from '@svc/protocol'
import type { Candidate } from './discover.js'
import { Refusal, reasonOf } from './refusal.js'
import { sessionMessages } from './session.js'
import { sliceOf } from './slice.js'

/** A plugin whose code was imported. */
export interface Imported {
  readonly candidate: Candidate
  readonly definition: AgentPluginDefinition
}

/** A plugin that runs. */
export interface Running {
  readonly id: string
  readonly parts: AgentParts
  /** declared, permitted and available on this host */
  readonly capabilities: readonly Capability[]
}

/** Imports the plugins the policy let in. One that cannot be imported is left out; the agent runs without it. */
export async function importPlugins(
  candidates: readonly Candidate[],
  core: readonly Fragment[],
  log: Logger,
): Promise<Imported[]> {
  const imported: Imported[] = []
  for (const candidate of candidates) {
    try {
      const { default: definition } = await candidate.load()
      mergeFragments([...core, ...fragmentsOf([...imported, { candidate, definition }])])
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
  readonly policy: ReadonlySet<Capability>
  readonly context: Omit<AgentContext, 'log'>
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

/** Sets the plugins up one after the other. A wrong configuration value is refused; any other failure costs one plugin. */
export async function setUpPlugins(plugins: readonly Imported[], options: SetUpOptions): Promise<Running[]> {
  const { sources, policy, context, logOf, log } = options
  const running: Running[] = []
  for (const { candidate, definition } of plugins) {
    const { id, config: fragment } = definition
    const config = fragment ? sliceOf({ owner: id, schema: fragment }, sources) : {}
    try {
      const parts = await definition.setup({ ...context, log: logOf(id), config })
      assertSoleHandler(parts, running)
      const unavailable = parts.unavailable ?? {}
      const capabilities = candidate.manifest.capabilities.filter((name) => policy.has(name) && !(name in unavailable))
      running.push({ id, parts, capabilities })
      log.info({ plugin: id, version: candidate.manifest.version, capabilities, unavailable }, 'agent plugin running')
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.error({ plugin: id, reason: reasonOf(error) }, 'agent plugin failed')
    }
  }
  return running
}
