import type { Static, TObject } from '@sinclair/typebox'
import type { Check } from './check.ts'
import type { Core, Job } from './core.ts'
import type { Migration } from './database.ts'
import type { Routes } from './http.ts'
import type { Mode } from './mode.ts'
import type { Contribution, Listener, OptionalRef, PointRef, Registry, ServiceRef } from './refs.ts'

// biome-ignore lint/suspicious/noExplicitAny: the element type of a heterogeneous map of refs; every use infers it back
type AnyType = any

export type Requires = Readonly<Record<string, ServiceRef<AnyType> | OptionalRef<AnyType>>>
export type Provides = Readonly<Record<string, ServiceRef<AnyType>>>
export type Points = Readonly<Record<string, PointRef<AnyType>>>

/** What a map of requirements resolves to under the plugin's own short names. */
export type Resolved<R> = {
  readonly [K in keyof R]: R[K] extends OptionalRef<infer T>
    ? T | undefined
    : R[K] extends ServiceRef<infer T>
      ? T
      : never
}
export type Implementations<P> = { readonly [K in keyof P]: P[K] extends ServiceRef<infer T> ? T : never }
export type Registries<P> = { readonly [K in keyof P]: P[K] extends PointRef<infer T> ? Registry<T> : never }

/** Where a command shows what it is doing; a terminal only, never a file or a pipe. */
export interface CommandTerminal {
  /** Replaces the previous line of progress. */
  progress(sentence: string): void
}

/** A thing the host's administrator runs on the command line: `svc-server <name> [--option value]`. */
export interface Command {
  /** kebab-case, unique in the program */
  readonly name: string
  /** one line for `svc-server --help` */
  readonly summary: string
  /** option names without dashes, with a line of help each; every option takes a value */
  readonly options: Readonly<Record<string, string>>
  /** names of the required arguments after the name, for example `file`; their values are among the options */
  readonly arguments?: readonly string[]
  /**
   * Runs in a kernel with an empty temporary database, so that the real one may be missing, damaged or in use; it is reached
   * through `commandHost`.
   */
  readonly isDetached?: boolean
  /** Refuses to run while a server uses the data directory. */
  readonly isExclusive?: boolean
  /**
   * Runs after every `setup`, without jobs, `ready` or a listening address. Prints the returned text, or the message of
   * an `Error` it throws.
   */
  run(options: Readonly<Record<string, string | undefined>>, terminal?: CommandTerminal): string | Promise<string>
}

/** Everything a plugin adds to the world. Returned by `setup` and applied by the kernel: all of it or nothing. */
export type Parts<P> = {
  /** made with `contribute`; for several points a list: `[contribute(a, …), contribute(b, …)]` */
  readonly contributes?: readonly (Contribution | readonly Contribution[])[]
  /** events of other plugins, delivered after commit */
  readonly on?: readonly Listener[]
  readonly jobs?: readonly Job[]
  readonly routes?: Routes
  readonly commands?: readonly Command[]
  /**
   * What `svc-server doctor` checks. They run in a kernel with the real configuration and an empty temporary database, so that
   * nothing of the real installation changes.
   */
  readonly checks?: readonly Check[]
  /** after every plugin is set up and contributed; before jobs and before listening */
  ready?(): void | Promise<void>
  /** once the server accepts connections, also after a restart inside the process */
  listening?(): void | Promise<void>
  /** in reverse order of setup */
  close?(): void | Promise<void>
} & (keyof P extends never ? { readonly provides?: undefined } : { readonly provides: Implementations<P> })

/** What `definePlugin` takes: identity, refs, migrations and `setup`. */
export interface PluginDefinition<
  C extends TObject = TObject,
  R extends Requires = Requires,
  P extends Provides = Provides,
  O extends Points = Points,
> {
  /** kebab-case noun, forever: tables and the migration ledger are keyed by it */
  readonly id: string
  /** only in the mode of the program with its id, see `Mode` */
  readonly mode?: Mode
  /** fragment of the configuration in the specification's key space; leaves without a default are required */
  readonly config?: C
  readonly requires?: R
  readonly provides?: P
  /** extension points this plugin owns */
  readonly points?: O
  readonly migrations?: readonly Migration[]
  setup(context: Core & { readonly config: Static<C> } & Resolved<R> & Registries<O>): Parts<P> | Promise<Parts<P>>
}

/**
 * Declares a server plugin; the entry module exports it as default. Order and wiring are derived from the refs.
 * A wrong service type, missing `provides`, an undeclared requirement and a malformed contribution are type errors.
 */
export function definePlugin<
  C extends TObject,
  const R extends Requires = Record<never, never>,
  const P extends Provides = Record<never, never>,
  const O extends Points = Record<never, never>,
>(definition: PluginDefinition<C, R, P, O>): PluginDefinition<C, R, P, O> {
  return definition
}
