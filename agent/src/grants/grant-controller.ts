import { randomUUID } from 'node:crypto'
import type { Link, Logger } from '@svc/agent-sdk'
import { AgentCapabilitiesChanged, type Capability, type Payload } from '@svc/protocol'
import { capabilityTable } from '../capabilities.ts'
import type { Connection } from '../connection.ts'
import { reasonOf } from '../fatal-error.ts'
import type { PluginHost } from '../plugin-host.ts'
import { type Clocks, clocks as hostClocks, makeGrantEvaluator } from './grant-evaluator.ts'
import type { GrantFileContent } from './grant-file.ts'
import type { GrantRecord, GrantState } from './grant-record.ts'

type Change = NonNullable<Payload<typeof AgentCapabilitiesChanged>['changes']>[number]

/** A grant in force. Extending a grant replaces its record; a new grant is a new object. */
interface ActiveGrant {
  record: GrantRecord
}

export interface GrantControllerOptions {
  /** reads the grant file */
  read(): Promise<GrantFileContent>
  readonly state: { load(): Promise<GrantState>; save(state: GrantState): Promise<void> }
  /** the permanent policy; its capabilities need no grant */
  readonly policy: ReadonlySet<Capability>
  readonly denied: ReadonlySet<Capability>
  readonly maxSeconds: number
  readonly plugins: Pick<PluginHost, 'enable' | 'disable' | 'effective'>
  /** interval at which the grant file is read */
  readonly pollMs: number
  readonly log: Logger
  readonly clocks?: Clocks
}

/** Max number of changes queued until they can be reported; the oldest are dropped. */
const maxPending = 32

/** Reconciles the capabilities with the temporary grants of this host and reports changes to the server. */
export function makeGrantController(options: GrantControllerOptions) {
  const { read, state, policy, denied, maxSeconds, plugins, pollMs, log, clocks = hostClocks } = options
  const isGrantable = (cap: Capability) => !policy.has(cap) && !denied.has(cap)
  const evaluator = makeGrantEvaluator({ isGrantable, maxSeconds, clocks })
  const active = new Map<Capability, ActiveGrant>()
  /** changes to report */
  let pending: Change[] = []
  /** changes sent on this connection whose delivery is not confirmed */
  let inFlight: Change[] = []
  let link: Link | undefined
  let onDelivered: Connection['onDelivered'] = () => {}
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let polling: Promise<void> = Promise.resolve()
  let saving: Promise<void> = Promise.resolve()
  /** serializes loading and unloading of plugins; ending a grant does not wait for it */
  let transitions: Promise<void> = Promise.resolve()
  let saved: GrantState = { grants: new Map(), expired: [] }
  const warned = new Set<string>()

  /** Logs each warning once, and again if it comes back. */
  function updateWarnings(warnings: readonly string[]): void {
    for (const warning of warned) if (!warnings.includes(warning)) warned.delete(warning)
    for (const warning of warnings) {
      if (!warned.has(warning)) log.warn(warning)
      warned.add(warning)
    }
  }

  const activeRecords = () => [...active.values()].map(({ record }) => record)
  const effectiveRecords = () => activeRecords().filter(({ cap }) => plugins.effective.has(cap))
  const temporary = () => effectiveRecords().map(({ reason = null, ...record }) => ({ ...record, reason }))

  function save(change: Partial<GrantState>): void {
    saved = { ...saved, ...change }
    const snapshot = saved
    saving = saving
      .then(() => state.save(snapshot))
      .catch((error) => log.warn({ reason: reasonOf(error) }, 'failed to save the state of the grants'))
  }

  /** Saves expired grants at once: after a restart with a clock set back, only this record shows that they expired. */
  function saveExpired(): void {
    const expired = evaluator.expired()
    if (JSON.stringify(expired) !== JSON.stringify(saved.expired)) save({ expired })
  }

  /** Sends pending changes. They stay in flight until delivery is confirmed: the connection may be dead already. */
  function flush(): void {
    if (!link || link.signal.aborted || pending.length === 0) return
    const { signal } = link
    const changes = pending
    const grants = new Map(effectiveRecords().map((record) => [record.cap, record]))
    link.send(AgentCapabilitiesChanged, {
      msg_id: randomUUID(),
      capabilities: capabilityTable.toMask(plugins.effective),
      temporary: temporary(),
      changes,
    })
    inFlight = [...inFlight, ...changes].slice(-maxPending)
    pending = []
    onDelivered(() => {
      if (signal.aborted) return
      inFlight = inFlight.filter((change) => !changes.includes(change))
      save({ grants })
    })
  }

  function requeueInFlight(): void {
    pending = [...inFlight, ...pending].slice(-maxPending)
    inFlight = []
  }

  function report(changes: readonly Change[]): void {
    if (changes.length === 0) return
    pending = [...pending, ...changes].slice(-maxPending)
    flush()
  }

  function runTransition(task: () => Promise<void>): void {
    transitions = transitions.then(task).catch((error) => {
      log.error({ reason: reasonOf(error) }, 'failed to switch a temporary capability')
    })
  }

  /** Disables all ended capabilities and reports them before waiting for any plugin to close. */
  function endGrants(records: readonly GrantRecord[]): void {
    const wasEffective = new Set(plugins.effective)
    const changes = records.flatMap((record): Change[] => {
      const { cap } = record
      const action = evaluator.hasExpired(record) ? 'expired' : 'revoked'
      active.delete(cap)
      const disabled = plugins.disable(cap)
      disabled.catch(() => {})
      runTransition(() => disabled)
      log.info({ capability: cap }, `temporary capability ${action}`)
      return wasEffective.has(cap) ? [{ cap, action }] : []
    })
    report(changes)
  }

  const grantedChange = ({ cap, expires_at, granted_by, reason }: GrantRecord): Change => ({
    cap,
    action: 'granted',
    expires_at,
    granted_by,
    ...(reason === undefined ? {} : { reason }),
  })

  async function beginGrant(cap: Capability, grant: ActiveGrant): Promise<void> {
    if (active.get(cap) !== grant) return
    const unavailable = await plugins.enable(cap)
    // Loading the plugin takes time: the grant may have ended or been extended by now.
    if (active.get(cap) !== grant) return plugins.disable(cap)
    if (unavailable !== undefined) {
      log.warn({ capability: cap, reason: unavailable }, 'the granted capability is not available on this host')
      return
    }
    const { expires_at, granted_by, reason } = grant.record
    const until = new Date(expires_at * 1000).toISOString()
    log.info({ capability: cap, until, granted_by, reason }, 'temporary capability granted')
    report([grantedChange(grant.record)])
  }

  /** The capability mask stays the same, but the server shows the time left. */
  function extendGrant(grant: ActiveGrant, record: GrantRecord): void {
    grant.record = record
    if (plugins.effective.has(record.cap)) report([grantedChange(record)])
  }

  async function reconcile(): Promise<void> {
    const { grants, error } = await read()
    const deniedGrants = [...grants.keys()].filter((cap) => denied.has(cap))
    const futureGrants = [...grants.values()].filter(
      (record) => isGrantable(record.cap) && evaluator.isInFuture(record),
    )
    updateWarnings([
      ...(error === undefined ? [] : [`ignoring capability_grants.json: ${error}`]),
      ...deniedGrants.map((cap) => `ignoring the grant of ${cap}: the capability is denied on this host`),
      ...futureGrants.map(({ cap }) => `ignoring the grant of ${cap}: it was made in the future by this host's clock`),
    ])
    const wanted = new Map(evaluator.activeGrants(grants, error === undefined).map((record) => [record.cap, record]))
    saveExpired()
    endGrants(activeRecords().filter(({ cap }) => !wanted.has(cap)))
    for (const [cap, record] of wanted) {
      const current = active.get(cap)
      if (!current) {
        const grant: ActiveGrant = { record }
        active.set(cap, grant)
        runTransition(() => beginGrant(cap, grant))
      } else if (record.expires_at !== current.record.expires_at) {
        extendGrant(current, record)
      }
    }
  }

  /** The changes made while the agent was stopped, given those of its start. */
  function changesSinceLastRun(startChanges: readonly Change[]): Change[] {
    const before = saved.grants
    const granted = startChanges.filter(
      ({ cap, expires_at }) => before.get(cap as Capability)?.expires_at !== expires_at,
    )
    const ended = [...before.values()]
      .filter(({ cap }) => !active.has(cap))
      .map((record): Change => ({ cap: record.cap, action: evaluator.hasExpired(record) ? 'expired' : 'revoked' }))
    return [...ended, ...granted]
  }

  /** The poll interval, or less if a grant expires earlier. */
  function msUntilNextPoll(): number {
    const expirations = activeRecords().map(({ expires_at }) => (expires_at - clocks.wall()) * 1000)
    return Math.max(1, Math.min(pollMs, ...expirations))
  }

  function schedule(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      polling = poll()
    }, msUntilNextPoll())
    timer.unref()
  }

  async function poll(): Promise<void> {
    try {
      await reconcile()
    } catch (error) {
      // Keep polling: the other grants still have to expire.
      log.error({ reason: reasonOf(error) }, 'failed to check the grants')
    }
    schedule()
  }

  return {
    temporary,
    /** Applies the grants. Those reported in an earlier run are not reported again: `SystemInfo` contains them. */
    async start() {
      saved = await state.load()
      evaluator.restoreExpired(saved.expired)
      await reconcile()
      await transitions
      pending = changesSinceLastRun(pending)
      schedule()
    },
    /** Capabilities changed without a grant: a plugin has stopped. */
    announce() {
      if (!link || link.signal.aborted) return
      const capabilities = capabilityTable.toMask(plugins.effective)
      link.send(AgentCapabilitiesChanged, { msg_id: randomUUID(), capabilities, temporary: temporary(), changes: [] })
    },
    /** A connection was established and its `SystemInfo` acknowledged. */
    connected(opened: Link, deliveryOf: Connection['onDelivered']) {
      link = opened
      onDelivered = deliveryOf
      opened.signal.addEventListener('abort', requeueInFlight)
      flush()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await polling
      await transitions
      await saving
    },
  }
}
