import type { Static, TObject } from '@sinclair/typebox'
import type { Capability, MessageDef, Payload, ReportPayload, SystemInfo } from '@svc/protocol'

/** The plugin's own logger. Secrets never go in, neither in fields nor in the message. */
export interface Logger {
  debug(fields: object, message: string): void
  debug(message: string): void
  info(fields: object, message: string): void
  info(message: string): void
  warn(fields: object, message: string): void
  warn(message: string): void
  error(fields: object, message: string): void
  error(message: string): void
}

/** One connection to the server as a plugin sees it. */
export interface Link {
  /** Sends a message now; silently dropped when the connection is gone. */
  send<M extends MessageDef>(message: M, payload: Payload<M>): void
  /** aborts when the connection ends */
  readonly signal: AbortSignal
}

/** A server message this plugin acts on. Made by `handle`. */
export interface Handler {
  readonly message: MessageDef
  /** the capability the host must have allowed; `null` for messages that need none */
  readonly capability: Capability | null
  readonly run: (payload: never, link: Link) => void | Promise<void>
}

/** Acts on a server message. The dispatch gate validated the payload and checked the capability before. */
export const handle = <M extends MessageDef>(
  message: M,
  capability: Capability | null,
  run: (payload: Payload<M>, link: Link) => void | Promise<void>,
): Handler => ({ message, capability, run: run as Handler['run'] })

/**
 * Adds fields to the periodic report. Called once per report interval, after the first connection also while there is
 * none; it must not block, and a throw costs only its own fields. State that spans samples (rates) starts afresh on
 * `reset`, which is called before the first report of each connection.
 */
export interface Sampler {
  readonly name: string
  sample(): Partial<ReportPayload> | Promise<Partial<ReportPayload>>
  reset?(): void
}

/** What a plugin adds to the agent. Returned by `setup`. */
export interface AgentParts {
  readonly handlers?: readonly Handler[]
  readonly samplers?: readonly Sampler[]
  /** static facts for `SystemInfo`, asked anew at each connection; it must answer within a second */
  readonly facts?: () => Partial<Payload<typeof SystemInfo>> | Promise<Partial<Payload<typeof SystemInfo>>>
  /** declared capabilities that cannot work on this host, each with the reason */
  readonly unavailable?: Partial<Record<Capability, string>>
  /** after `SystemInfo` was acknowledged; background work of this connection ends with `link.signal` */
  connected?(link: Link): void
  /**
   * A temporary grant of this capability has ended while the plugin goes on for another one: end what runs under it.
   * Requests for it do not arrive any more.
   */
  withdrawn?(capability: Capability): void | Promise<void>
  /**
   * The agent ends, or the temporary grant the plugin was loaded for. In the latter case `link.signal` aborts after
   * this, so that it can still tell the server what it ends. It may be set up again later.
   */
  close?(): void | Promise<void>
}

/** What every agent plugin's `setup` receives besides its own config. */
export interface AgentContext {
  readonly log: Logger
  /** absolute; survives restarts; made with mode 0700 when absent, so write secrets with mode 0600 */
  readonly stateDir: string
  readonly agentVersion: string
  /**
   * Whether the host permits a capability at this moment, for a plugin that serves several with one handler. A temporary
   * grant may change it; the server is told, and says again what it wants done.
   */
  readonly permits: (capability: Capability) => boolean
}

/** What `defineAgentPlugin` takes: identity, configuration and `setup`. */
export interface AgentPluginDefinition<C extends TObject = TObject> {
  /** kebab-case noun, as in package.json `svc` */
  readonly id: string
  /** fragment of the agent configuration in the specification's key space */
  readonly config?: C
  setup(context: AgentContext & { readonly config: Static<C> }): AgentParts | Promise<AgentParts>
}

/**
 * Declares an agent plugin; the entry module exports it as default. Which capabilities it serves stands in package.json
 * (`svc.capabilities: { name: risk }`): the policy decides from there, before this module is imported.
 */
export const defineAgentPlugin = <C extends TObject>(definition: AgentPluginDefinition<C>): AgentPluginDefinition<C> =>
  definition
