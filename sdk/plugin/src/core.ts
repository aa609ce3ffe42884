import type { CapabilityTable } from '@svc/protocol'
import type { CodedText } from '@svc/protocol/text'
import type { Database } from './database.ts'
import type { EventRef } from './refs.ts'

/** The plugin's own logger, tagged with its id. Secrets never go in, neither in fields nor in the message. */
export interface Logger {
  trace(fields: object, message: string): void
  trace(message: string): void
  debug(fields: object, message: string): void
  debug(message: string): void
  info(fields: object, message: string): void
  info(message: string): void
  warn(fields: object, message: string): void
  warn(message: string): void
  error(fields: object, message: string): void
  error(message: string): void
}

/** Time as a plugin sees it. Tests replace it, so plugins never use `Date.now`, `setTimeout` or `setInterval`. */
export interface Clock {
  /** milliseconds since the epoch */
  now(): number
  /** Runs `fn` once after `ms`; the returned function cancels. */
  after(ms: number, fn: () => void): () => void
  /** Runs `fn` every `ms`; the returned function cancels. */
  every(ms: number, fn: () => void): () => void
}

/** What every plugin's `setup` receives besides its own config and requirements. */
export interface Core {
  readonly id: string
  readonly log: Logger
  /**
   * Prints a line on standard output, at any `log.level`, and not into `log.file`: for a secret that the reader needs once.
   */
  announce(sentence: string): void
  readonly clock: Clock
  readonly db: Database
  /** version of the running program */
  readonly version: string
  /** absolute path of `server.data_dir` */
  readonly dataDir: string
  /** The sentence of a coded text in a language, by default English; in English if that language has no text for it. */
  text(text: CodedText, language?: string): string
  /**
   * The URL of a file in the folder `svc.page` of the package: scripts and styles of pages that the plugin serves itself,
   * outside of the dashboard. Versioned, so that browsers keep the file until it changes.
   */
  pageFile(name: string): string
  /** what agents can do: the capabilities that the manifests of plugins declare (`svc.capabilities`) */
  readonly capabilities: CapabilityTable
  /** Notifies the listeners of an event after the outermost commit; a rollback drops it. Never throws. */
  emit<T>(event: EventRef<T>, payload: T): void
  /**
   * Runs the default export of a module of this plugin in the maintenance worker and resolves to what it returns.
   * For work that would hold the main thread: aggregation, retention, long reads. `input` and the result are
   * structured-cloned. A write transaction there stays under 10 ms, because writers on the main thread wait for it.
   */
  offload<I, O>(module: URL, input: I, options?: OffloadOptions): Promise<O>
  /**
   * Lets the maintenance worker move what was written from the write-ahead log into the database. A job that writes many
   * megabytes awaits it every few of them, between its transactions: else a writer of the main thread has to do it at
   * some time, which takes that 70 ms. Rejects when the worker stops, which loses nothing.
   */
  checkpoint(): Promise<void>
  /**
   * A handle that may also name these tables of other plugins. Only tables whose owners asked for it by a contribution,
   * as with the rows of a deleted server; anything else throws.
   */
  borrow(tables: readonly string[]): Database
}

/** How an offloaded module may be stopped, and what it may read. */
export interface OffloadOptions {
  /** fires to stop the module early */
  readonly signal?: AbortSignal
  /**
   * tables of other plugins that the module's handle may name besides this plugin's own. Only tables whose owners asked
   * for it by a contribution, as with retention.
   */
  readonly tables?: readonly string[]
}

/** The first argument of an offloaded module's default export. `signal` fires when the caller aborts. */
export interface OffloadContext {
  readonly db: Database
  readonly log: Logger
  readonly signal: AbortSignal
}

/**
 * The default export of an offloaded module. Bytes that have an `ArrayBuffer` for themselves, as the result or as a member
 * of it, are handed over and detached afterwards; everything else is copied.
 */
export type Offloaded<I, O> = (context: OffloadContext, input: I) => O | Promise<O>

/** A periodic job. Runs never overlap; a failing run is logged and counted, and the next one happens. */
export interface Job {
  /** PascalCase, unique within the plugin */
  readonly name: string
  /** milliseconds */
  readonly every: number
  /** start at multiples of `every` on the wall clock (UTC) instead of counting from boot */
  readonly align?: boolean
  /** milliseconds to shift the first run: after boot, or after each aligned instant */
  readonly offset?: number
  run(signal: AbortSignal): void | Promise<void>
}
