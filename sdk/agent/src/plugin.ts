import type { Static, TObject } from '@sinclair/typebox'
import type { Capability, Payload, ReportPayload, SystemInfo } from '@svc/protocol'
import type { Handler, Link } from './handle.ts'

/** The plugin's own logger. Never log secrets, neither in fields nor in the message. */
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

/**
 * Adds fields to the periodic report. `sample` is called once per report interval, after the first connection also while
 * disconnected. It must not block; if it throws, only its own fields are missing. `reset` is called before the first
 * report of each connection and must reset state that spans samples, such as rates.
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
  /** static facts for `SystemInfo`, read at each connection; must return within a second */
  readonly facts?: () => Partial<Payload<typeof SystemInfo>> | Promise<Partial<Payload<typeof SystemInfo>>>
  /**
   * Names of what works on this host now besides capabilities, for example `docker` while its daemon is reachable; in
   * snake_case. Read at each connection and after `featuresChanged()`; must return at once.
   */
  readonly features?: () => readonly string[]
  /** declared capabilities that do not work on this host, with the reason */
  readonly unavailable?: Partial<Record<Capability, string>>
  /** called after `SystemInfo` was acknowledged; stop background work of this connection with `link.signal` */
  connected?(link: Link): void
  /**
   * A temporary grant of this capability has ended while the plugin stays loaded for another one: stop everything that
   * needs it. Requests for it are no longer delivered.
   */
  withdrawn?(capability: Capability): void | Promise<void>
  /**
   * The agent stops, or the temporary grant that loaded the plugin has ended. In the latter case `link.signal` aborts
   * afterwards, so that the plugin can still send messages. It may be set up again later.
   */
  close?(): void | Promise<void>
}

/** What `setup` receives besides the configuration. */
export interface AgentContext {
  readonly log: Logger
  /** absolute path of the folder that survives restarts, created with mode 0700; write secrets with mode 0600 */
  readonly stateDir: string
  /**
   * Replaces a file in `stateDir`: after a crash it has the old or the new content. Only the user of the agent can read it.
   * Calls for one file must not overlap.
   */
  readonly writeState: (name: string, content: string) => Promise<void>
  readonly agentVersion: string
  /** as configured */
  readonly serverUrl: string
  /**
   * Whether the host permits a capability now, for plugins that serve several capabilities with one handler. Temporary
   * grants may change it; the server is notified and sends its assignments again.
   */
  readonly permits: (capability: Capability) => boolean
  /** Call it when `features` returns something else: the agent compares, and notifies the server. */
  readonly featuresChanged: () => void
  /**
   * Stops the agent, then runs `successor` and exits with its result. For a program that replaces itself; only the first
   * call counts.
   */
  readonly handOver: (successor: () => Promise<number>) => void
}

/** What a command of the program receives. */
export interface CommandContext {
  /** absolute path of the state folder of the agent */
  readonly stateDir: string
  /** as configured */
  readonly serverUrl: string
  /** Prints the result. */
  out(text: string): void
  /** Gives a file or folder that root has made to the user of the agent. */
  giveToAgent(path: string): Promise<void>
}

/**
 * A command of the program, such as `svc-agent passkey`. It runs in a process of its own besides the agent. The message of
 * what it throws is printed.
 */
export type AgentCommand = (args: readonly string[], context: CommandContext) => Promise<void>

/** A plugin definition: id, configuration and `setup`. */
export interface AgentPluginDefinition<C extends TObject = TObject> {
  /** kebab-case noun */
  readonly id: string
  /** configuration schema, with paths as in agent.toml */
  readonly config?: C
  /** by name; package.json lists them in `svc.commands` with their usage */
  readonly commands?: Readonly<Record<string, AgentCommand>>
  setup(context: AgentContext & { readonly config: Static<C> }): AgentParts | Promise<AgentParts>
}

/**
 * Defines an agent plugin. Export it as default from the entry module. Declare its capabilities in package.json
 * (`svc.capabilities: { name: risk }`), because the policy decides before this module is imported.
 */
export const defineAgentPlugin = <C extends TObject>(definition: AgentPluginDefinition<C>): AgentPluginDefinition<C> =>
  definition
