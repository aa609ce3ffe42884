import { randomUUID } from 'node:crypto'
import { AgentFailed, type Agents, type Live } from '@svc/plugin-enrollment/contract'
import { ApiError, type CodedText, type Core, conflict, text, tooManyRequests } from '@svc/plugin-sdk'
import { type Payload, plainText } from '@svc/protocol'
import type { Hosts } from './hosts.ts'
import { sanitize } from './sanitize.ts'
import { addressesOf, type Trace } from './trace.ts'
import type { Snapshot, StartTrace } from './traceroute-schema.ts'
import type { TracesStore } from './traces-store.ts'
import {
  defaultPorts,
  defaultRounds,
  type Flow,
  maxHops,
  type Protocol,
  type TraceAlert,
  type TracerouteRoundUpdate,
  TracerouteUpdate,
  traceRoute,
} from './wire.ts'

/** An agent ends a trace after a minute; one that does not is not waited for. */
const deadlineMs = 120_000
/** of all servers */
const maxRunning = 200
const maxErrorLength = 500

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'log' | 'text'> {
  readonly agents: Pick<Agents, 'request'>
  readonly live: Pick<Live, 'broadcast'>
  readonly store: TracesStore
  readonly hosts: Hosts
  /** how much longer than others the traces for alerts are kept */
  readonly alertExtraDays: number
  /** a server is free for the next one */
  onEnded(): void
}

interface RunningTrace {
  trace: Trace
  readonly abort: AbortController
  isDropped: boolean
}

export type Traces = ReturnType<typeof makeTraces>

/** Why a trace failed, for its reader. */
function reasonOf(error: unknown): CodedText {
  if (error instanceof AgentFailed) {
    return text('traceroute.AGENT_SAID', { reason: plainText(error.failure.reason, maxErrorLength) })
  }
  if (error instanceof ApiError && error.status === 404) return text('traceroute.AGENT_LOST')
  return (error instanceof ApiError && error.text) || text('traceroute.FAILED')
}

/** Runs traces, at most one per server, and keeps what they found. */
export function makeTraces(deps: Dependencies) {
  const { agents, clock, db, live, log, store, hosts, alertExtraDays, onEnded } = deps
  /** by server */
  const running = new Map<string, RunningTrace>()
  let isClosed = false

  function snapshotOf(trace: Trace): Snapshot {
    const { serverId, startedAt, completedAt, error, hops, paths, hosts: known, ...rest } = trace
    const hostOf = new Map(known.map((host) => [host.ip, host]))
    return {
      ...rest,
      server_id: serverId,
      started_at: startedAt,
      completed_at: completedAt ?? null,
      completed: completedAt !== undefined,
      error: error ? deps.text(error) : null,
      error_text: error ?? null,
      hops: hops.map((hop) => {
        const first = hop.ips?.[0] === undefined ? undefined : hostOf.get(hop.ips[0])
        return { ...hop, hostname: first?.hostname ?? null, asn: first?.asn ?? null }
      }),
      paths: [...paths],
      hosts: [...known],
    }
  }

  const publish = (trace: Trace) => live.broadcast(TracerouteUpdate, snapshotOf(trace))

  /** Adds what is known of the addresses. */
  const withHosts = (trace: Trace): Trace => ({ ...trace, hosts: addressesOf(trace).map(hosts.of) })

  function onRound(run: RunningTrace, update: Payload<typeof TracerouteRoundUpdate>): void {
    if (run.isDropped) return
    run.trace = withHosts({ ...run.trace, ...sanitize(update) })
    publish(run.trace)
    void hosts.find(addressesOf(run.trace)).then((isNew) => {
      if (!isNew || run.isDropped || run.trace.completedAt !== undefined) return
      run.trace = withHosts(run.trace)
      publish(run.trace)
    })
  }

  function finish(run: RunningTrace, end: Partial<Trace>): void {
    const { serverId } = run.trace
    if (running.get(serverId) === run) running.delete(serverId)
    if (!isClosed) onEnded()
    if (run.isDropped || isClosed) return
    run.trace = withHosts({ ...run.trace, ...end, completedAt: clock.now() })
    db.transaction(() => {
      store.insert(run.trace, run.trace.alert ? alertExtraDays : 0)
      publish(run.trace)
    })
    void hosts.find(addressesOf(run.trace)).then((isNew) => {
      if (!isNew || isClosed) return
      run.trace = withHosts(run.trace)
      if (!store.get(run.trace.request_id, serverId)) return
      store.update(run.trace)
      publish(run.trace)
    })
  }

  async function follow(
    run: RunningTrace,
    request: Omit<Payload<typeof traceRoute.request>, 'request_id'>,
  ): Promise<void> {
    const { trace, abort } = run
    const cancelDeadline = clock.after(deadlineMs, () => abort.abort(new ApiError(504, 'traceroute.DEADLINE')))
    try {
      const last = await agents.request(
        trace.serverId,
        traceRoute,
        { request_id: trace.request_id, ...request },
        { timeout: deadlineMs, signal: abort.signal, onProgress: (update) => onRound(run, update) },
      )
      finish(run, sanitize(last))
    } catch (error) {
      const reason = abort.signal.aborted ? abort.signal.reason : error
      if (!(reason instanceof ApiError)) log.error({ err: reason, server_id: trace.serverId }, 'traceroute failed')
      finish(run, { error: reasonOf(reason) })
    } finally {
      cancelDeadline()
    }
  }

  /** Ends a trace whose result nobody wants. */
  function drop(run: RunningTrace): void {
    run.isDropped = true
    running.delete(run.trace.serverId)
    run.abort.abort(new ApiError(409, 'traceroute.DELETED'))
  }

  return {
    snapshotOf,

    /** Starts a trace after the commit; throws 409 while the server runs another one. */
    start(serverId: string, wanted: StartTrace, alert: TraceAlert | null = null): Trace {
      const current = running.get(serverId)
      if (current) throw conflict('traceroute.ALREADY_RUNNING', { target: current.trace.target })
      if (running.size >= maxRunning) throw tooManyRequests(5)
      const protocol = (wanted.protocol?.toLowerCase() ?? 'icmp') as Protocol
      const flow: Flow = wanted.flow ?? 'paris'
      const port = protocol === 'icmp' ? null : (wanted.port ?? defaultPorts[protocol])
      const [rounds, max_hops] = [wanted.rounds ?? defaultRounds, wanted.max_hops ?? maxHops]
      const run: RunningTrace = {
        trace: {
          request_id: randomUUID(),
          serverId,
          target: wanted.target,
          protocol,
          port,
          startedAt: clock.now(),
          completedAt: undefined,
          error: undefined,
          alert,
          flow,
          max_hops,
          address: null,
          round: 0,
          total_rounds: rounds,
          reached: false,
          hops: [],
          paths: [],
          path_mtu: null,
          path_mtu_hop: null,
          hosts: [],
        },
        abort: new AbortController(),
        isDropped: false,
      }
      const { target } = wanted
      const ip_version = wanted.ip_version ?? null
      db.afterCommit(() => {
        running.set(serverId, run)
        publish(run.trace)
        void follow(run, { target, protocol, flow, port, rounds, max_hops, ip_version })
      })
      return run.trace
    },

    /** A trace of this server, running or ended. */
    get(serverId: string, requestId: string): Trace | undefined {
      const run = running.get(serverId)
      return run?.trace.request_id === requestId ? run.trace : store.get(requestId, serverId)
    },

    /** The trace that the server runs. */
    running: (serverId: string): Trace | undefined => running.get(serverId)?.trace,

    /** Stops a trace and keeps what it has found; false if it does not run. */
    cancel(serverId: string, requestId: string): boolean {
      const run = running.get(serverId)
      if (run?.trace.request_id !== requestId) return false
      run.abort.abort(new ApiError(409, 'traceroute.STOPPED'))
      return true
    },

    /** Deletes a trace, also a running one; false if there is none. */
    remove(serverId: string, requestId: string): boolean {
      const run = running.get(serverId)
      if (run?.trace.request_id !== requestId) return store.remove(requestId, serverId)
      db.afterCommit(() => drop(run))
      return true
    },

    /** Deletes all traces of a server, also a running one. */
    clear(serverId: string): number {
      const run = running.get(serverId)
      if (run) db.afterCommit(() => drop(run))
      return store.clear(serverId) + (run ? 1 : 0)
    },

    serverDeleted(serverId: string): void {
      const run = running.get(serverId)
      if (run) drop(run)
    },

    close(): void {
      isClosed = true
      for (const { abort } of running.values()) abort.abort(new ApiError(503, 'traceroute.FAILED'))
      hosts.close()
    },
  }
}
