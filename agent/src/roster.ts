import type { AgentParts, Handler, Link, Logger } from '@svc/agent-sdk'
import { type Capability, capabilities } from '@svc/protocol'
import { ownFragment } from './core-config.ts'
import { type Candidate, select } from './discover.ts'
import { ableTo, importPlugins, type Running, type SetUpOptions, setUpPlugin } from './plugins.ts'
import { reasonOf } from './refusal.ts'
import { within } from './within.ts'

/** A plugin that runs, with its view of the connections: it ends with the connection or with the plugin. */
interface Member {
  readonly running: Running
  readonly links: Map<Link, { readonly link: Link; readonly over: AbortController }>
}

export interface RosterOptions {
  readonly candidates: readonly Candidate[]
  readonly setUp: Omit<SetUpOptions, 'permitted'>
  /** what is permitted at the start; becomes what is permitted now */
  readonly permitted: Set<Capability>
  /** how long a plugin may take to close, in milliseconds */
  readonly closeMs: number
  /** how long one that a grant brings in may take to get ready */
  readonly readyMs: number
}

export type Roster = ReturnType<typeof makeRoster>

function linkOf({ links }: Member, link: Link): Link {
  const known = links.get(link)
  if (known) return known.link
  const over = new AbortController()
  const own: Link = { send: (message, payload) => link.send(message, payload), signal: over.signal }
  if (link.signal.aborted) over.abort()
  else {
    links.set(link, { link: own, over })
    link.signal.addEventListener('abort', () => {
      links.delete(link)
      over.abort()
    })
  }
  return own
}

async function closeMember({ running: { id, parts }, links }: Member, closeMs: number, log: Logger): Promise<void> {
  try {
    await within(closeMs, Promise.resolve(parts.close?.()))
  } catch (error) {
    log.error({ plugin: id, reason: reasonOf(error) }, 'agent plugin did not close')
  }
  // After closing: until then the plugin may say good-bye on its connection.
  for (const { over } of links.values()) over.abort()
  links.clear()
}

/**
 * The plugins that run and what they may do. Both change while the agent runs: a temporary grant brings in the code
 * that serves it, and takes it out again.
 */
export function makeRoster({ candidates, setUp, permitted, closeMs, readyMs }: RosterOptions) {
  const { log } = setUp
  const effective = new Set<Capability>()
  let members: Member[] = []
  let renewed: (handlers: readonly Handler[]) => void = () => {}
  let current: Link | undefined

  const wrapped = (member: Member): Handler[] =>
    (member.running.parts.handlers ?? []).map((handler) => ({
      ...handler,
      run: (payload: never, link: Link) => handler.run(payload, linkOf(member, link)),
    }))

  function renew(): void {
    const able = new Set(members.flatMap(({ running }) => ableTo(running, permitted)))
    effective.clear()
    for (const name of capabilities) if (able.has(name)) effective.add(name)
    renewed(members.flatMap(wrapped))
  }

  function connect(member: Member, link: Link): void {
    try {
      member.running.parts.connected?.(linkOf(member, link))
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'a plugin failed at the start of a connection')
    }
  }

  async function load(candidate: Candidate): Promise<Running | undefined> {
    const others = members.map(({ running }) => running.imported)
    const [imported] = await importPlugins([candidate], [ownFragment], log, others)
    if (!imported) return undefined
    try {
      const beside = members.map(({ running }) => running)
      return await setUpPlugin(imported, beside, { ...setUp, permitted })
    } catch (error) {
      log.error({ plugin: imported.definition.id, reason: reasonOf(error) }, 'agent plugin failed')
      return undefined
    }
  }

  /** A plugin that never gets ready must not keep the end of other grants waiting. */
  async function join(candidate: Candidate): Promise<void> {
    let isLate = false
    const loading = load(candidate).then(async (running) => {
      if (!running) return
      const member: Member = { running, links: new Map() }
      if (isLate) await closeMember(member, closeMs, log)
      else members = [...members, member]
    })
    await within(readyMs, loading)
    isLate = true
  }

  const declaring = (name: Capability) => candidates.filter(({ manifest }) => manifest.capabilities.includes(name))
  const memberOf = (candidate: Candidate) => members.find(({ running }) => running.imported.candidate === candidate)

  function whyNot(name: Capability): string {
    const found = declaring(name)
    if (found.length === 0) return 'no agent plugin on this host offers it'
    const reasons = found.map((candidate) => memberOf(candidate)?.running.parts.unavailable?.[name])
    return reasons.find((reason) => reason !== undefined) ?? 'its agent plugin failed'
  }

  return {
    /** the capabilities that work now; always the same set, with changing content */
    effective: effective as ReadonlySet<Capability>,

    /** The plugins of the permanent policy, which are running. */
    begin(plugins: readonly Running[]) {
      members = plugins.map((running) => ({ running, links: new Map() }))
      renew()
    },

    /** What the plugins contribute now. */
    parts: <T>(pick: (parts: AgentParts) => T | readonly T[] | undefined): T[] =>
      members.flatMap(({ running }) => pick(running.parts) ?? []),

    /** Hears of the handlers: now, and whenever plugins came or went. */
    onHandlers(listener: (handlers: readonly Handler[]) => void) {
      renewed = listener
      listener(members.flatMap(wrapped))
    },

    /** A connection on which `SystemInfo` was acknowledged. */
    connected(link: Link) {
      current = link
      link.signal.addEventListener('abort', () => {
        if (current === link) current = undefined
      })
      for (const member of members) connect(member, link)
    },

    /** Permits a capability: its code is imported now. Returns why it does not work all the same. */
    async permit(name: Capability): Promise<string | undefined> {
      permitted.add(name)
      const before = members
      for (const candidate of declaring(name)) if (!memberOf(candidate)) await join(candidate)
      renew()
      if (current) for (const member of members) if (!before.includes(member)) connect(member, current)
      return effective.has(name) ? undefined : whyNot(name)
    },

    /** Takes the permission back: the gate is shut first, then the code that served nothing else is closed. */
    async withdraw(name: Capability): Promise<void> {
      permitted.delete(name)
      const { chosen } = select(
        members.map(({ running }) => running.imported.candidate),
        permitted,
      )
      const leaving = members.filter(({ running }) => !chosen.includes(running.imported.candidate))
      members = members.filter((member) => !leaving.includes(member))
      renew()
      for (const { running } of members) {
        if (!running.declared.includes(name)) continue
        try {
          await within(closeMs, Promise.resolve(running.parts.withdrawn?.(name)))
        } catch (error) {
          log.error({ plugin: running.id, reason: reasonOf(error) }, 'a plugin failed to end what it did')
        }
      }
      for (const member of leaving) await closeMember(member, closeMs, log)
    },

    async close() {
      for (const member of [...members].reverse()) await closeMember(member, closeMs, log)
    },
  }
}
