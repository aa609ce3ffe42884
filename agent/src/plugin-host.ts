import type { AgentParts, Handler, Link, Logger } from '@svc/agent-sdk'
import type { Capability } from '@svc/protocol'
import { capabilityTable } from './capabilities.ts'
import { coreFragment } from './config.ts'
import type { Peer } from './conversation.ts'
import { type Candidate, select } from './discover.ts'
import { reasonOf } from './fatal-error.ts'
import {
  assertUniqueHandlers,
  importPlugins,
  type RunningPlugin,
  type SetUpOptions,
  setUpPlugin,
  usableCapabilities,
} from './plugins.ts'
import { type Relay, relayOf } from './relay.ts'
import { waitAtMost } from './wait.ts'

/** A running plugin with its own view of each connection, which ends with the connection or with the plugin. */
interface ActivePlugin {
  readonly running: RunningPlugin
  readonly links: Map<Link, { readonly link: Link; readonly controller: AbortController }>
}

export interface PluginHostOptions {
  readonly candidates: readonly Candidate[]
  readonly setUp: Omit<SetUpOptions, 'permitted'>
  /** the permitted capabilities; `enable` and `disable` change this set */
  readonly permitted: Set<Capability>
  /** for a plugin to close */
  readonly closeTimeoutMs: number
  /** for a plugin to load after a temporary grant */
  readonly readyTimeoutMs: number
}

export type PluginHost = ReturnType<typeof makePluginHost>

function scopedLink({ links }: ActivePlugin, link: Link): Link {
  const existing = links.get(link)
  if (existing) return existing.link
  const controller = new AbortController()
  const { send, write, acknowledged, serverId } = link
  const scoped: Link = { send, write, acknowledged, serverId, signal: controller.signal }
  if (link.signal.aborted) {
    controller.abort()
  } else {
    links.set(link, { link: scoped, controller })
    link.signal.addEventListener('abort', () => {
      links.delete(link)
      controller.abort()
    })
  }
  return scoped
}

async function closePlugin({ running: { id, parts }, links }: ActivePlugin, timeoutMs: number, log: Logger) {
  try {
    await waitAtMost(timeoutMs, Promise.resolve(parts.close?.()))
  } catch (error) {
    log.error({ plugin: id, reason: reasonOf(error) }, 'closing the agent plugin failed')
  }
  // Abort only now: a closing plugin may still send messages.
  for (const { controller } of links.values()) controller.abort()
  links.clear()
}

/**
 * Holds the running plugins and the effective capabilities. Both change at run time: a temporary grant loads the plugin
 * that serves the capability, and unloads it when the grant ends.
 */
export function makePluginHost({ candidates, setUp, permitted, closeTimeoutMs, readyTimeoutMs }: PluginHostOptions) {
  const { log } = setUp
  const effective = new Set<Capability>()
  let active: ActivePlugin[] = []
  let handlersListener: (handlers: readonly Handler[], relays: readonly Relay[]) => void = () => {}
  let current: { readonly link: Link; readonly peer: Peer } | undefined

  const scopedHandlers = (plugin: ActivePlugin): Handler[] =>
    (plugin.running.parts.handlers ?? []).map((handler) =>
      'definition' in handler
        ? handler
        : { ...handler, run: (payload: never, link: Link) => handler.run(payload, scopedLink(plugin, link)) },
    )

  const activeRelays = () => active.flatMap(({ running }) => relayOf(running.parts) ?? [])

  function refresh(): void {
    const usable = new Set(active.flatMap(({ running }) => usableCapabilities(running, permitted)))
    effective.clear()
    for (const name of capabilityTable.names) if (usable.has(name)) effective.add(name)
    const relays = activeRelays()
    for (const { setPolicy } of relays) setPolicy(permitted, effective)
    handlersListener(active.flatMap(scopedHandlers), relays)
    setUp.context.featuresChanged()
  }

  function connect(plugin: ActivePlugin, { link, peer }: { link: Link; peer: Peer }): void {
    try {
      relayOf(plugin.running.parts)?.connected(peer)
      plugin.running.parts.connected?.(scopedLink(plugin, link))
    } catch (error) {
      log.error({ plugin: plugin.running.id, reason: reasonOf(error) }, 'connected() of the agent plugin failed')
    }
  }

  async function load(candidate: Candidate): Promise<RunningPlugin | undefined> {
    const others = active.map(({ running }) => running.imported)
    const [imported] = await importPlugins([candidate], [coreFragment], log, others)
    if (!imported) return undefined
    try {
      const running = active.map((plugin) => plugin.running)
      return await setUpPlugin(imported, running, { ...setUp, permitted })
    } catch (error) {
      log.error({ plugin: imported.definition.id, reason: reasonOf(error) }, 'agent plugin failed')
      return undefined
    }
  }

  /** those that load beside the running agent */
  const joining = new Map<Candidate, Promise<void>>()
  let isClosed = false

  /** Loads a plugin beside the others. What was true when it began may have changed meanwhile. */
  async function join(candidate: Candidate): Promise<void> {
    const running = await load(candidate)
    joining.delete(candidate)
    if (!running) return
    const plugin: ActivePlugin = { running, links: new Map() }
    try {
      if (isClosed || select([candidate], permitted).chosen.length === 0)
        throw new Error('it is not permitted any more')
      assertUniqueHandlers(
        running.parts,
        active.map((other) => other.running),
      )
    } catch (error) {
      log.warn({ plugin: running.id, reason: reasonOf(error) }, 'agent plugin does not join')
      return closePlugin(plugin, closeTimeoutMs, log)
    }
    active = [...active, plugin]
    refresh()
    if (current) connect(plugin, current)
  }

  /** Loads a plugin, but never delays other grants for longer than the timeout. */
  async function loadWithTimeout(candidate: Candidate): Promise<void> {
    const joins = joining.get(candidate)
    if (joins) return waitAtMost(readyTimeoutMs, joins)
    let hasTimedOut = false
    const loading = load(candidate).then(async (running) => {
      if (!running) return
      const plugin: ActivePlugin = { running, links: new Map() }
      if (hasTimedOut) await closePlugin(plugin, closeTimeoutMs, log)
      else active = [...active, plugin]
    })
    await waitAtMost(readyTimeoutMs, loading)
    hasTimedOut = true
  }

  const candidatesFor = (name: Capability) => candidates.filter(({ manifest }) => manifest.capabilities.has(name))
  const activeOf = (candidate: Candidate) => active.find(({ running }) => running.imported.candidate === candidate)

  function unavailableReason(name: Capability): string {
    const found = candidatesFor(name)
    if (found.length === 0) return 'no agent plugin on this host provides it'
    const reasons = found.map((candidate) => activeOf(candidate)?.running.parts.unavailable?.[name])
    return reasons.find((reason) => reason !== undefined) ?? 'its agent plugin failed'
  }

  return {
    /** the capabilities that work now; always the same set object */
    effective: effective as ReadonlySet<Capability>,

    /** Registers the plugins set up at startup. */
    start(plugins: readonly RunningPlugin[]) {
      active = plugins.map((running) => ({ running, links: new Map() }))
      refresh()
    },

    /**
     * Loads plugins beside each other and the running agent, so that one that hangs delays nothing. `onJoined` is called after
     * each. Resolves when all have loaded or failed.
     */
    async join(candidates: readonly Candidate[], onJoined: (candidate: Candidate) => void): Promise<void> {
      for (const candidate of candidates)
        joining.set(
          candidate,
          join(candidate).then(() => onJoined(candidate)),
        )
      await Promise.all(joining.values())
    },

    /** Collects a part of all running plugins, for example their samplers. */
    collect: <T>(pick: (parts: AgentParts) => T | readonly T[] | undefined): T[] =>
      active.flatMap(({ running }) => pick(running.parts) ?? []),

    /** Calls the listener with all handlers, now and whenever plugins are loaded or unloaded. */
    onHandlers(listener: typeof handlersListener) {
      handlersListener = listener
      listener(active.flatMap(scopedHandlers), activeRelays())
    },

    /** A connection was established and its `SystemInfo` acknowledged. */
    connected(peer: Peer) {
      const connection = { link: peer.link, peer }
      current = connection
      peer.link.signal.addEventListener('abort', () => {
        if (current === connection) current = undefined
      })
      for (const plugin of active) connect(plugin, connection)
    },

    /** A plugin in a thread of its own has stopped: the agent goes on without it. */
    drop(candidate: Candidate) {
      active = active.filter(({ running }) => running.imported.candidate !== candidate)
      refresh()
    },

    /** Permits a capability and loads its plugin. Returns a reason if the capability still does not work. */
    async enable(name: Capability): Promise<string | undefined> {
      permitted.add(name)
      const before = active
      for (const candidate of candidatesFor(name)) if (!activeOf(candidate)) await loadWithTimeout(candidate)
      refresh()
      if (current) for (const plugin of active) if (!before.includes(plugin)) connect(plugin, current)
      return effective.has(name) ? undefined : unavailableReason(name)
    },

    /** Removes the permission at once, then closes the plugins that served nothing else. */
    async disable(name: Capability): Promise<void> {
      permitted.delete(name)
      const { chosen } = select(
        active.map(({ running }) => running.imported.candidate),
        permitted,
      )
      const unloading = active.filter(({ running }) => !chosen.includes(running.imported.candidate))
      active = active.filter((plugin) => !unloading.includes(plugin))
      refresh()
      for (const { running } of active) {
        if (!running.declared.includes(name)) continue
        try {
          await waitAtMost(closeTimeoutMs, Promise.resolve(running.parts.withdrawn?.(name)))
        } catch (error) {
          log.error({ plugin: running.id, reason: reasonOf(error) }, 'withdrawn() of the agent plugin failed')
        }
      }
      for (const plugin of unloading) await closePlugin(plugin, closeTimeoutMs, log)
    },

    async close() {
      isClosed = true
      for (const plugin of active.toReversed()) await closePlugin(plugin, closeTimeoutMs, log)
    },
  }
}
