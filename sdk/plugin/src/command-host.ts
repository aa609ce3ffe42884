import { type ServiceRef, service } from './refs.ts'

/** The configured installation, for detached commands. */
export interface CommandHost {
  /** absolute path of the data directory, which may be missing */
  readonly dataDir: string
  /** absolute path of the database, which may be missing or damaged */
  readonly database: string
  /** The third-party plugins that are installed. */
  thirdParty(): readonly { readonly id: string; readonly version: string }[]
  /** Writes a consistent copy of the database to a new file, also while a server runs. Throws if there is no database. */
  copyDatabase(path: string): Promise<void>
  /**
   * Runs `act` while no server can start; throws if one runs, with its process id. `replaceDatabase` moves a checked file,
   * which is in the folder of the database, to its place, and the entries of a folder `files` in the data directory to theirs;
   * it returns the path at which the former database is kept, if there was one.
   */
  exclusively<T>(act: (replaceDatabase: (path: string, files?: string) => string | undefined) => Promise<T>): Promise<T>
}

/** Provided by the kernel itself. */
export const commandHost: ServiceRef<CommandHost> = service('core.commandHost')
