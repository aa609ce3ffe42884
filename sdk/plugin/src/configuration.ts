import { type ServiceRef, service } from './refs.ts'

/** A key of the configuration and its effective value. */
export interface ConfigurationValue {
  /** dotted path, for example `retention.records_days` */
  readonly key: string
  /** id of the plugin that declares it, or `kernel` */
  readonly owner: string
  readonly description: string
  /** of the program; undefined without a default, and for secrets */
  readonly default: unknown
  /** undefined if it has none, and for secrets */
  readonly value: unknown
  readonly isSecret: boolean
  /** the file or environment variable that sets it; undefined if the default applies */
  readonly source: string | undefined
  /** the environment variable that can set it */
  readonly env: string
}

/** The configuration as it was read at the start, provided by the kernel. */
export interface Configuration {
  /** The keys of the kernel and of all loaded plugins, sorted by path. */
  list(): readonly ConfigurationValue[]
}

/** Provided by the kernel; needs no other plugin. */
export const configuration: ServiceRef<Configuration> = service('core.configuration')
