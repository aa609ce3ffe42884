import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import * as typebox from '@sinclair/typebox'
import type { AgentParts, AgentPluginDefinition, Handler, Link, Logger } from '@svc/agent-sdk'
import * as agentSdk from '@svc/agent-sdk'
import { evaluate, mergeFragments } from '@svc/config'
import * as protocol from '@svc/protocol'
import { type Capability, encode, type Frame, fromServer, Outbox } from '@svc/protocol'
import type { Peer } from '../conversation.ts'
import { makeDispatch } from '../dispatch.ts'
import { reasonOf } from '../fatal-error.ts'
import { writeDurably } from '../write-durably.ts'
import { loadOnlyVerified } from './verified-modules.ts'
import type { Calls, FromWorker, PluginSummary, ToWorker, WorkerSettings } from './worker-messages.ts'

/**
 * The thread of one plugin from the host's folder: an endless loop in it stops nothing else. It does for the plugin what the
 * agent does for its own, with the same code; frames pass as they are.
 */
const port = parentPort as MessagePort
const { folder, files, entry, tables, sources } = workerData as WorkerSettings
const post = (message: FromWorker) => port.postMessage(message)

const write =
  (level: 'debug' | 'info' | 'warn' | 'error') =>
  (first: object | string, second?: string): void => {
    const [fields, text] = typeof first === 'string' ? [{}, first] : [first, second ?? '']
    try {
      post({ kind: 'log', level, fields, text })
    } catch {
      // A field that cannot be cloned costs the fields, not the line.
      post({ kind: 'log', level, fields: {}, text })
    }
  }
const log: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }

let definition: AgentPluginDefinition
let parts: AgentParts = {}
let permitted: ReadonlySet<Capability> = new Set()
const effective = new Set<Capability>()
const dispatch = makeDispatch({ sessionMessages: [], effective, denialOf: () => undefined, log })

let nextId = 0
/** frames that the main thread has not sent yet */
const unsent = new Map<number, { readonly bytes: number; readonly sent: () => void }>()
const awaitedAcks = new Map<number, (isAcknowledged: boolean) => void>()
const sessions = new Map<number, { readonly peer: Peer; readonly outbox: Outbox; readonly end: AbortController }>()

function open({ session, streamWindow, binaryFrames, serverId }: Extract<ToWorker, { kind: 'opened' }>): void {
  const end = new AbortController()
  let bufferedAmount = 0
  const outbox = new Outbox({
    get bufferedAmount() {
      return bufferedAmount
    },
    send(frame, sent) {
      if (end.signal.aborted) return
      const bytes = Buffer.byteLength(frame)
      bufferedAmount += bytes
      nextId += 1
      unsent.set(nextId, {
        bytes,
        sent() {
          bufferedAmount -= bytes
          sent()
        },
      })
      post({ kind: 'frame', session, id: nextId, frame })
    },
  })
  const link: Link = {
    send: (message, payload) => outbox.send(encode(message, payload)),
    write: (message, payload) => outbox.write(encode(message, payload)),
    acknowledged: (msgId) =>
      new Promise((resolve) => {
        if (end.signal.aborted) return resolve(false)
        nextId += 1
        awaitedAcks.set(nextId, resolve)
        post({ kind: 'acknowledge', session, id: nextId, msgId })
      }),
    signal: end.signal,
    serverId,
  }
  const holders = new Set<object>()
  const peer: Peer = {
    link,
    outbox,
    streamWindow,
    binaryFrames,
    hold(holder) {
      if (holders.size === 0) post({ kind: 'hold', session })
      holders.add(holder)
    },
    release(holder) {
      if (holders.delete(holder) && holders.size === 0) post({ kind: 'release', session })
    },
  }
  sessions.set(session, { peer, outbox, end })
}

function endSession(session: number): void {
  const ended = sessions.get(session)
  sessions.delete(session)
  ended?.outbox.close()
  ended?.end.abort()
}

const bufferOf = (frame: Frame): Frame =>
  typeof frame === 'string' ? frame : Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)

function configOf({ id, config: schema }: AgentPluginDefinition): object {
  if (!schema) return {}
  const keys = mergeFragments([{ owner: `plugin ${id}`, schema }])
  const stray = keys.find(({ path }) => !tables.some((table) => path === table || path.startsWith(`${table}.`)))
  if (stray)
    throw new Error(`svc.config in package.json does not list the table of the configuration key ${stray.path}`)
  const { slice, errors } = evaluate(keys, sources)
  if (errors[0]) throw new Error(errors[0])
  return slice
}

const readFeatures = (): readonly string[] => {
  try {
    return parts.features?.() ?? []
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'features() failed')
    return []
  }
}
const postFeatures = () => post({ kind: 'features', features: readFeatures() })

const followsOf = (handler: Handler): string[] =>
  'definition' in handler ? fromServer(handler.definition).map(({ type }) => type) : []

const calls: {
  [N in keyof Calls]: (...args: Parameters<Calls[N]>) => ReturnType<Calls[N]> | Promise<ReturnType<Calls[N]>>
} = {
  async load() {
    loadOnlyVerified({
      folder,
      files,
      packages: { '@svc/agent-sdk': agentSdk, '@svc/protocol': protocol, '@sinclair/typebox': typebox },
    })
    const loaded: { default?: AgentPluginDefinition } = await import(pathToFileURL(join(folder, entry)).href)
    const found = loaded.default
    if (typeof found?.id !== 'string' || typeof found.setup !== 'function')
      throw new Error(`${entry} must export a plugin as default: export default defineAgentPlugin({ … })`)
    definition = found
    return { id: found.id }
  },
  async setUp({ stateDir, agentVersion, serverUrl, permitted: names }): Promise<PluginSummary> {
    permitted = new Set(names)
    parts = await definition.setup({
      log,
      stateDir,
      agentVersion,
      serverUrl,
      writeState: (name, content) => writeDurably(join(stateDir, name), content),
      permits: (name) => permitted.has(name),
      featuresChanged: postFeatures,
      handOver() {
        throw new Error('only a plugin that comes with the agent can replace it')
      },
      config: configOf(definition) as never,
    })
    const handlers = parts.handlers ?? []
    dispatch.setHandlers(handlers)
    return {
      opens: handlers.map(({ message }) => message.type),
      follows: handlers.flatMap(followsOf),
      samplers: (parts.samplers ?? []).map(({ name, reset }) => ({ name, hasReset: reset !== undefined })),
      hasFacts: parts.facts !== undefined,
      features: readFeatures(),
      unavailable: parts.unavailable ?? {},
    }
  },
  sample: (index) => parts.samplers?.[index]?.sample() ?? {},
  facts: () => parts.facts?.() ?? {},
  withdrawn: (capability) => parts.withdrawn?.(capability),
  close: () => parts.close?.(),
  ping() {},
}

async function answer({ id, name, args }: Extract<ToWorker, { kind: 'call' }>): Promise<void> {
  try {
    const result = await (calls[name] as (...args: readonly unknown[]) => unknown)(...args)
    post({ kind: 'done', id, result })
  } catch (error) {
    post({ kind: 'failed', id, reason: reasonOf(error) })
  }
}

function setPolicy(message: Extract<ToWorker, { kind: 'policy' }>): void {
  permitted = new Set(message.permitted)
  effective.clear()
  for (const name of message.effective) effective.add(name)
  // Ends what runs for a capability that is off.
  dispatch.setHandlers(parts.handlers ?? [])
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'call':
      return void answer(message)
    case 'reset':
      return parts.samplers?.[message.index]?.reset?.()
    case 'policy':
      return setPolicy(message)
    case 'opened':
      return open(message)
    case 'connected': {
      const peer = sessions.get(message.session)?.peer
      postFeatures()
      return peer && parts.connected?.(peer.link)
    }
    case 'ended':
      return endSession(message.session)
    case 'frame': {
      const peer = sessions.get(message.session)?.peer
      return void (peer && dispatch.receive(bufferOf(message.frame), peer))
    }
    case 'sent': {
      const frame = unsent.get(message.id)
      unsent.delete(message.id)
      return frame?.sent()
    }
    case 'acknowledged':
      awaitedAcks.get(message.id)?.(message.isAcknowledged)
      awaitedAcks.delete(message.id)
  }
})

post({ kind: 'ready' })
