import type { Parts, PluginDefinition, PluginState } from '@svc/plugin-sdk'
import type { DeclaredCapability } from './capabilities.ts'
import type { DashboardHalf } from './dashboard-half.ts'
import type { LinkState } from './linked-plugins.ts'

/** `Parts` of any plugin, without the types of its services. */
export type AnyParts = Omit<Parts<Record<never, never>>, 'provides'> & {
  readonly provides?: Readonly<Record<string, unknown>>
}

/** The definition of any plugin, without its own types: the kernel knows no feature. */
export type AnyPlugin = Omit<PluginDefinition, 'setup'> & {
  setup(context: never): AnyParts | Promise<AnyParts>
}

/** A plugin package that could run, described by its manifest; its code has not been run. */
export interface Candidate {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly version: string | null
  /** comes with the program */
  readonly bundled: boolean
  /** the deployment cannot run without it */
  readonly required: boolean
  /** types of widgets that its dashboard half brings */
  readonly widgets?: readonly string[]
  /** what its agent half can do on hosts; those of bundled plugins come from their agent half */
  readonly capabilities?: readonly DeclaredCapability[]
  /** names of the capabilities that it uses */
  readonly uses?: readonly string[]
  /** why its manifest is not acceptable */
  readonly refusal?: string
  /** an installed update that needs a restart of the program */
  readonly pending?: string | undefined
  /** the folder with its texts; default: found by its id */
  readonly locales?: string
  /** the folder with the scripts and styles of its own pages */
  readonly page?: string | undefined
  /** the folder with the built modules of its dashboard half */
  readonly dashboard?: string | undefined
  /** the state of its files, of a plugin that runs from the folder in which it is developed */
  readonly state?: (() => LinkState) | undefined
  /** imports the package and returns its default export */
  load(): Promise<unknown>
}

/** A candidate and its state during boot. */
export interface PluginRecord {
  readonly candidate: Candidate
  readonly locked: boolean
  /** it should run: it was enabled, or is by default */
  readonly selected: boolean
  state: PluginState
  reason: string | null
  definition?: AnyPlugin
  parts?: AnyParts
  /** read when it starts */
  dashboard?: DashboardHalf
}

/** A record whose code was imported and accepted. */
export type LoadedPlugin = PluginRecord & { definition: AnyPlugin }

export const isLoaded = (record: PluginRecord): record is LoadedPlugin =>
  record.state === 'running' && record.definition !== undefined

/** Excludes a plugin from the rest of the boot. */
export function exclude(record: PluginRecord, state: 'failed' | 'refused', reason: string): void {
  record.state = state
  record.reason = record.reason === null ? reason : `${reason}; ${record.reason}`
}
