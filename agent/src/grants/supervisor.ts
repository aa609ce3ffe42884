import { randomUUID } from 'node:crypto'
import type { Link, Logger } from '@svc/agent-sdk'
import { AgentCapabilitiesChanged, type Capability, type Payload, toMask } from '@svc/protocol'
import { reasonOf } from '../refusal.ts'
import type { Roster } from '../roster.ts'
import type { Wire } from '../socket.ts'
import { type Clocks, clocks as hostClocks, makeGrantBook } from './grant-book.ts'
import type { Reading } from './grant-file.ts'
import type { GrantRecord, Told } from './grant-record.ts'

type Changed = Payload<typeof AgentCapabilitiesChanged>
type Change = NonNullable<Changed['changes']>[number]

export interface SupervisorOptions {
  read(): Promise<Reading>
  readonly told: { load(): Promise<Told>; save(told: Told): Promise<void> }
  /** the permanent policy: what it holds needs no grant */
  readonly policy: ReadonlySet<Capability>
  readonly denied: ReadonlySet<Capability>
  readonly maxSeconds: number
  readonly roster: Pick<Roster, 'permit' | 'withdraw' | 'effective'>
  /** milliseconds between two looks at the file */
  readonly pollMs: number
  readonly log: Logger
  readonly clocks?: Clocks
}

/** Changes that nobody heard of yet are kept for the next connection, the latest of them. */
const mostUntold = 32

/** Follows the grants made on this host: switches capabilities on and off and tells the server. */
export function makeSupervisor(options: SupervisorOptions) {
  const { read, told, policy, denied, maxSeconds, roster, pollMs, log, clocks = hostClocks } = options
  const book = makeGrantBook({ grantable: (cap) => !policy.has(cap) && !denied.has(cap), maxSeconds, clocks })
  /** What counts now. An extension changes the record of a hold, another grant is another hold. */
  const held = new Map<Capability, { record: GrantRecord }>()
  let untold: Change[] = []
  /** told, but nobody knows yet whether it arrived */
  let onTheWay: Change[] = []
  let link: Link | undefined
  let delivered: Wire['delivered'] = () => {}
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let work: Promise<void> = Promise.resolve()
  let saving: Promise<void> = Promise.resolve()
  /** plugins that come and go, one after the other; no end of a grant waits for it */
  let settling: Promise<void> = Promise.resolve()
  /** what is kept over restarts */
  let kept: Told = { grants: new Map(), runOut: [] }
  const complained = new Set<string>()

  /** Once for each cause, and again after it had gone away. */
  function complain(causes: readonly string[]): void {
    for (const known of complained) if (!causes.includes(known)) complained.delete(known)
    for (const cause of causes) {
      if (!complained.has(cause)) log.warn(cause)
      complained.add(cause)
    }
  }

  const records = () => [...held.values()].map(({ record }) => record)
  const working = () => records().filter(({ cap }) => roster.effective.has(cap))
  const temporary = () => working().map(({ reason = null, ...record }) => ({ ...record, reason }))

  function keep(change: Partial<Told>): void {
    kept = { ...kept, ...change }
    const now = kept
    saving = saving
      .then(() => told.save(now))
      .catch((error) => log.warn({ reason: reasonOf(error) }, 'what became of grants cannot be remembered'))
  }

  /** At once, told or not: after a restart with a clock that is behind, nothing else says that these are over. */
  function keepRunOut(): void {
    const runOut = book.runOut()
    if (JSON.stringify(runOut) !== JSON.stringify(kept.runOut)) keep({ runOut })
  }

  /** A connection can be dead for long before anybody notices: only what has arrived is not told again. */
  function tell(): void {
    if (!link || link.signal.aborted || untold.length === 0) return
    const { signal } = link
    const changes = untold
    const grants = new Map(working().map((record) => [record.cap, record]))
    link.send(AgentCapabilitiesChanged, {
      msg_id: randomUUID(),
      capabilities: toMask(roster.effective),
      temporary: temporary(),
      changes,
    })
    onTheWay = [...onTheWay, ...changes].slice(-mostUntold)
    untold = []
    delivered(() => {
      if (signal.aborted) return
      onTheWay = onTheWay.filter((change) => !changes.includes(change))
      keep({ grants })
    })
  }

  function takeBack(): void {
    untold = [...onTheWay, ...untold].slice(-mostUntold)
    onTheWay = []
  }

  function announce(changes: readonly Change[]): void {
    if (changes.length === 0) return
    untold = [...untold, ...changes].slice(-mostUntold)
    tell()
  }

  function settle(task: () => Promise<void>): void {
    settling = settling.then(task).catch((error) => {
      log.error({ reason: reasonOf(error) }, 'a temporary capability could not be switched')
    })
  }

  /** Shuts the gates of all of them and says so, before anything waits for a plugin to close. */
  function end(ending: readonly GrantRecord[]): void {
    const working = new Set(roster.effective)
    const changes = ending.flatMap((record): Change[] => {
      const { cap } = record
      const action = book.hasRunOut(record) ? 'expired' : 'revoked'
      held.delete(cap)
      const closed = roster.withdraw(cap)
      closed.catch(() => {})
      settle(() => closed)
      log.info({ capability: cap }, `temporary capability ${action}`)
      return working.has(cap) ? [{ cap, action }] : []
    })
    announce(changes)
  }

  const granted = ({ cap, expires_at, granted_by, reason }: GrantRecord): Change => ({
    cap,
    action: 'granted',
    expires_at,
    granted_by,
    ...(reason === undefined ? {} : { reason }),
  })

  /** Getting ready takes a plugin its time: by then the grant may have ended, or been extended. */
  async function begin(cap: Capability, hold: { readonly record: GrantRecord }): Promise<void> {
    if (held.get(cap) !== hold) return
    const obstacle = await roster.permit(cap)
    if (held.get(cap) !== hold) return roster.withdraw(cap)
    if (obstacle !== undefined) {
      log.warn({ capability: cap, reason: obstacle }, 'a granted capability cannot work on this host')
      return
    }
    const { expires_at, granted_by, reason } = hold.record
    const until = new Date(expires_at * 1000).toISOString()
    log.info({ capability: cap, until, granted_by, reason }, 'temporary capability granted')
    announce([granted(hold.record)])
  }

  /** Another expiry changes no bit, but who watches the countdown has to know. */
  function extend(hold: { record: GrantRecord }, record: GrantRecord): void {
    hold.record = record
    if (roster.effective.has(record.cap)) announce([granted(record)])
  }

  async function evaluate(): Promise<void> {
    const { grants, problem } = await read()
    const refused = [...grants.keys()].filter((cap) => denied.has(cap))
    const ahead = [...grants.values()].filter(({ cap }) => !policy.has(cap) && !denied.has(cap)).filter(book.isAhead)
    complain([
      ...(problem === undefined ? [] : [`capability_grants.json is ignored: ${problem}`]),
      ...refused.map((cap) => `the grant of ${cap} is ignored: this host denies ${cap}`),
      ...ahead.map(
        ({ cap }) => `the grant of ${cap} does not count yet: it was made later than this host's clock shows`,
      ),
    ])
    const wanted = new Map(book.inForce(grants, problem === undefined).map((record) => [record.cap, record]))
    keepRunOut()
    end(records().filter(({ cap }) => !wanted.has(cap)))
    for (const [cap, record] of wanted) {
      const hold = held.get(cap)
      if (!hold) {
        const fresh = { record }
        held.set(cap, fresh)
        settle(() => begin(cap, fresh))
      } else if (record.expires_at !== hold.record.expires_at) extend(hold, record)
    }
  }

  /** What began or ended while the agent was stopped. */
  function sinceLastTime(begun: readonly Change[]): Change[] {
    const before = kept.grants
    const fresh = begun.filter(({ cap, expires_at }) => before.get(cap as Capability)?.expires_at !== expires_at)
    const ended = [...before.values()].filter(({ cap }) => !held.has(cap))
    const ends = ended.map((record): Change => {
      return { cap: record.cap, action: book.hasRunOut(record) ? 'expired' : 'revoked' }
    })
    return [...ends, ...fresh]
  }

  /** Milliseconds to the next look: the interval, or less when a grant ends before. */
  function untilNext(): number {
    const ends = records().map(({ expires_at }) => (expires_at - clocks.wall()) * 1000)
    return Math.max(1, Math.min(pollMs, ...ends))
  }

  function schedule(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      work = look()
    }, untilNext())
    timer.unref()
  }

  async function look(): Promise<void> {
    try {
      await evaluate()
    } catch (error) {
      // Whatever it was, the end of the other grants has to be noticed.
      log.error({ reason: reasonOf(error) }, 'looking at the grants failed')
    }
    schedule()
  }

  return {
    temporary,
    /** What is in force and was told before is not told again: `SystemInfo` says it. */
    async start() {
      kept = await told.load()
      book.recall(kept.runOut)
      await evaluate()
      await settling
      untold = sinceLastTime(untold)
      schedule()
    },
    /** A connection on which `SystemInfo` was acknowledged. */
    connected(opened: Link, proof: Wire['delivered']) {
      link = opened
      delivered = proof
      opened.signal.addEventListener('abort', takeBack)
      tell()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await work
      await settling
      await saving
    },
  }
}
