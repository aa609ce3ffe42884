import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { AgentParts, AgentPluginDefinition, Logger } from '@svc/agent-sdk'
import type { Capability, Frame } from '@svc/protocol'
import { capabilityTable } from '../capabilities.ts'
import type { Peer } from '../conversation.ts'
import { reasonOf } from '../fatal-error.ts'
import type { Relay, RelayedParts } from '../relay.ts'
import type { CallName, Calls, FromWorker, PluginSummary, ToWorker, WorkerSettings } from './worker-messages.ts'

/** Enough for a plugin; one that leaks ends alone. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 }
/** The server closes a connection that sends a larger frame. */
const maxFrameBytes = 1024 * 1024

export interface WatchdogTiming {
  /** interval at which a plugin is asked whether it is alive */
  readonly pluginPing: number
  /** without an answer it is stopped; also for loading and setting it up */
  readonly pluginTimeout: number
}

export interface HostedPluginOptions {
  readonly settings: WorkerSettings
  readonly timing: WatchdogTiming
  readonly log: Logger
  /** It stopped on its own, or was stopped by the watchdog. Called once, and not after `close`. */
  onFailure(reason: string): void
  /** A sampler fails, or works again. */
  onSampler(name: string, reason: string | undefined): void
}

type Result<N extends CallName> = Awaited<ReturnType<Calls[N]>>

function startWorker(settings: WorkerSettings): Worker {
  const fromSource = import.meta.url.endsWith('.ts')
  const bundled = new URL('./plugin-worker.mjs', import.meta.url)
  const module = existsSync(bundled) ? bundled : new URL(`./plugin-worker.${fromSource ? 'ts' : 'js'}`, import.meta.url)
  // The environment may have the run token.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
  const execArgv = fromSource ? ['--conditions=svc-source'] : []
  return new Worker(module, { execArgv, env, resourceLimits, workerData: settings })
}

const seconds = (ms: number) => `${ms / 1000} s`

/** Loads a plugin in a thread of its own. Its definition can be set up once. */
export async function loadHostedPlugin(options: HostedPluginOptions): Promise<AgentPluginDefinition> {
  const { settings, timing, log, onFailure, onSampler } = options
  const worker = startWorker(settings)
  const post = (message: ToWorker) => worker.postMessage(message)
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>()
  let nextCall = 0
  let endedWith: Error | undefined
  let isSetUp = false
  let features: readonly string[] = []
  let notifyFeatures = () => {}
  let watchdog: NodeJS.Timeout | undefined
  const { promise: ready, resolve: resolveReady, reject: rejectReady } = Promise.withResolvers<void>()

  /** by peer and by number, of connections that are open */
  const numbers = new Map<Peer, number>()
  const peers = new Map<number, Peer>()
  let lastSession = 0

  function end(error: Error): void {
    endedWith = error
    clearInterval(watchdog)
    rejectReady(error)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    for (const peer of numbers.keys()) peer.release(worker)
    numbers.clear()
    peers.clear()
    void worker.terminate()
  }

  function fail(reason: string): void {
    if (endedWith) return
    end(new Error(reason))
    if (isSetUp) onFailure(reason)
  }

  function call<N extends CallName>(name: N, ...args: Parameters<Calls[N]>): Promise<Result<N>> {
    if (endedWith) return Promise.reject(endedWith)
    nextCall += 1
    const id = nextCall
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      post({ kind: 'call', id, name, args })
    })
  }

  /** Stops a plugin that takes too long, which may be an endless loop. */
  async function callInTime<N extends CallName>(name: N, rule: string, ...args: Parameters<Calls[N]>) {
    const timer = setTimeout(() => fail(`${rule} within ${seconds(timing.pluginTimeout)}`), timing.pluginTimeout)
    try {
      return await call(name, ...args)
    } finally {
      clearTimeout(timer)
    }
  }

  function sessionOf(peer: Peer): number {
    const known = numbers.get(peer)
    if (known !== undefined) return known
    lastSession += 1
    const session = lastSession
    numbers.set(peer, session)
    peers.set(session, peer)
    const { link, streamWindow, binaryFrames } = peer
    post({ kind: 'opened', session, streamWindow, binaryFrames, serverId: link.serverId })
    link.signal.addEventListener('abort', () => {
      numbers.delete(peer)
      peers.delete(session)
      post({ kind: 'ended', session })
    })
    return session
  }

  async function send(session: number, id: number, frame: Frame): Promise<void> {
    if (Buffer.byteLength(frame) <= maxFrameBytes) await peers.get(session)?.outbox.write(frame)
    else log.warn('dropped a message that is larger than 1 MiB')
    post({ kind: 'sent', id })
  }

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        resolveReady()
        break
      case 'done':
      case 'failed': {
        const call = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.kind === 'done') call?.resolve(message.result as never)
        else call?.reject(new Error(message.reason))
        return
      }
      case 'log':
        log[message.level](message.fields, message.text)
        break
      case 'features':
        features = message.features
        notifyFeatures()
        break
      case 'frame':
        return void send(message.session, message.id, message.frame)
      case 'acknowledge': {
        const answered = peers.get(message.session)?.link.acknowledged(message.msgId) ?? Promise.resolve(false)
        return void answered.then((isAcknowledged) => post({ kind: 'acknowledged', id: message.id, isAcknowledged }))
      }
      case 'hold':
        peers.get(message.session)?.hold(worker)
        break
      case 'release':
        peers.get(message.session)?.release(worker)
        break
    }
  }

  worker.unref()
  worker.on('message', receive)
  worker.on('error', (error) => fail(`it crashed: ${reasonOf(error)}`))
  worker.on('exit', (code) => fail(`it ended its thread with code ${code}`))

  const relayOf = ({ opens, follows }: PluginSummary): Relay => ({
    opens,
    follows,
    receive: (frame, peer) => post({ kind: 'frame', session: sessionOf(peer), frame }),
    connected: (peer) => post({ kind: 'connected', session: sessionOf(peer) }),
    setPolicy: (permitted, effective) => post({ kind: 'policy', permitted: [...permitted], effective: [...effective] }),
  })

  async function sample(name: string, index: number): Promise<Result<'sample'>> {
    try {
      const fields = await call('sample', index)
      onSampler(name, undefined)
      return fields
    } catch (error) {
      if (!endedWith) onSampler(name, reasonOf(error))
      throw error
    }
  }

  function partsOf(summary: PluginSummary): RelayedParts {
    const parts: AgentParts = {
      samplers: summary.samplers.map(({ name, hasReset }, index) => ({
        name,
        sample: () => sample(name, index),
        ...(hasReset && { reset: () => post({ kind: 'reset', index }) }),
      })),
      ...(summary.hasFacts && { facts: () => call('facts') }),
      features: () => features,
      unavailable: summary.unavailable,
      withdrawn: (capability: Capability) => call('withdrawn', capability),
      async close() {
        try {
          if (!endedWith) await callInTime('close', 'it did not close')
        } finally {
          if (!endedWith) end(new Error('the plugin has stopped'))
        }
      },
    }
    return { ...parts, relay: relayOf(summary) }
  }

  try {
    // How long a busy host takes to start a thread is not the plugin's fault.
    await ready
    const { id } = await callInTime('load', 'its modules did not load')
    return {
      id,
      async setup({ stateDir, agentVersion, serverUrl, permits, featuresChanged }) {
        const permitted = capabilityTable.names.filter(permits)
        const context = { stateDir, agentVersion, serverUrl, permitted }
        const summary = await callInTime('setUp', 'its setup did not finish', context).catch((error: Error) => {
          if (!endedWith) end(error)
          throw error
        })
        features = summary.features
        notifyFeatures = featuresChanged
        isSetUp = true
        const rule = 'it did not respond, as in an endless loop,'
        let isPinging = false
        watchdog = setInterval(() => {
          if (isPinging) return
          isPinging = true
          callInTime('ping', rule).then(
            () => {
              isPinging = false
            },
            () => {},
          )
        }, timing.pluginPing)
        watchdog.unref()
        return partsOf(summary)
      },
    }
  } catch (error) {
    if (!endedWith) end(error as Error)
    throw error
  }
}
