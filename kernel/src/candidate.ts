import type { Parts, PluginDefinition, PluginState } from '@svc/plugin-sdk'

/** `Parts` of any plugin, without the types of its services. */
export type AnyParts = Omit<Parts<Record<never, never>>, 'provides'> & {
  readonly provides?: Readonly<Record<string, unknown>>
}

/** A definition of any plugin: the kernel knows no feature, so it knows none of their types. */
export type AnyPlugin = Omit<PluginDefinition, 'setup'> & {
  setup(context: never): AnyParts | Promise<AnyParts>
}

/** A package that could run, read without running its code. */
export interface Candidate {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly version: string | null
  /** comes with the program */
  readonly bundled: boolean
  /** the deployment cannot run without it */
  readonly required: boolean
  /** why its manifest is not acceptable */
  readonly refusal?: string
  /** what waits for another start of the program */
  readonly pending?: string | undefined
  /** imports the package and returns its default export */
  load(): Promise<unknown>
}

/** A candidate on its way through boot. */
export interface PluginRecord {
  readonly candidate: Candidate
  readonly locked: boolean
  state: PluginState
  reason: string | null
  definition?: AnyPlugin
  parts?: AnyParts
}

/** A record whose code was imported and accepted. */
export type LoadedPlugin = PluginRecord & { definition: AnyPlugin }

export const isLoaded = (record: PluginRecord): record is LoadedPlugin =>
  record.state === 'running' && record.definition !== undefined

/** Takes a plugin out of the boot; nothing of it is applied from here on. */
export function exclude(record: PluginRecord, state: 'failed' | 'refused', reason: string): void {
  record.state = state
  record.reason = record.reason === null ? reason : `${reason}; ${record.reason}`
}
