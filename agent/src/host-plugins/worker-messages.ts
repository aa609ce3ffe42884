import type { Source } from '@svc/config'
import type { Capability, Frame, Payload, ReportPayload, SystemInfo } from '@svc/protocol'

/** What a worker gets to start with. */
export interface WorkerSettings {
  /** without symbolic links */
  readonly folder: string
  readonly files: ReadonlyMap<string, Uint8Array>
  /** of the entry module, below the folder */
  readonly entry: string
  /** the configuration tables of the plugin */
  readonly tables: readonly string[]
  /** only these tables */
  readonly sources: readonly Source[]
}

/** What the worker does on request of the main thread, with its result. */
export interface Calls {
  load(): { id: string }
  setUp(context: {
    readonly stateDir: string
    readonly agentVersion: string
    readonly serverUrl: string
    readonly permitted: readonly Capability[]
  }): PluginSummary
  sample(index: number): Partial<ReportPayload>
  facts(): Partial<Payload<typeof SystemInfo>>
  withdrawn(capability: Capability): void
  close(): void
  ping(): void
}

export type CallName = keyof Calls

/** The parts of a plugin, without its functions. */
export interface PluginSummary {
  /** types of the messages that it handles */
  readonly opens: readonly string[]
  /** types of the further messages of its conversations */
  readonly follows: readonly string[]
  readonly samplers: readonly { readonly name: string; readonly hasReset: boolean }[]
  readonly hasFacts: boolean
  readonly features: readonly string[]
  readonly unavailable: Partial<Record<Capability, string>>
}

/** Main thread to worker. */
export type ToWorker =
  | { readonly kind: 'call'; readonly id: number; readonly name: CallName; readonly args: readonly unknown[] }
  | { readonly kind: 'reset'; readonly index: number }
  | { readonly kind: 'policy'; readonly permitted: readonly Capability[]; readonly effective: readonly Capability[] }
  /** a connection, before its first frame */
  | {
      readonly kind: 'opened'
      readonly session: number
      readonly streamWindow: number | null
      readonly binaryFrames: boolean
      readonly serverId: string | undefined
    }
  /** its `SystemInfo` was acknowledged */
  | { readonly kind: 'connected'; readonly session: number }
  | { readonly kind: 'ended'; readonly session: number }
  | { readonly kind: 'frame'; readonly session: number; readonly frame: Frame }
  | { readonly kind: 'sent'; readonly id: number }
  | { readonly kind: 'acknowledged'; readonly id: number; readonly isAcknowledged: boolean }

/** Worker to main thread. */
export type FromWorker =
  /** its own code is loaded */
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | {
      readonly kind: 'log'
      readonly level: 'debug' | 'info' | 'warn' | 'error'
      readonly fields: object
      readonly text: string
    }
  | { readonly kind: 'features'; readonly features: readonly string[] }
  | { readonly kind: 'frame'; readonly session: number; readonly id: number; readonly frame: Frame }
  | { readonly kind: 'acknowledge'; readonly session: number; readonly id: number; readonly msgId: string }
  | { readonly kind: 'hold' | 'release'; readonly session: number }
