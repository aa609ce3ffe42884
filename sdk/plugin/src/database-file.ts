import { type ServiceRef, service } from './refs.ts'

/** The database of this server as one file: for backups and restores. */
export interface DatabaseFile {
  /** its absolute path; files that will replace it belong in the same folder */
  readonly path: string
  /** bytes of a copy */
  size(): number
  /**
   * Writes a consistent copy to a new file while the server continues to write. Runs in the maintenance worker. Nothing is
   * left of the file when that fails or is aborted.
   */
  copyTo(path: string, options?: { readonly signal?: AbortSignal }): Promise<void>
  /**
   * Checks in the maintenance worker that this server can run on a file. Throws 422 `NOT_A_DATABASE`,
   * `DATABASE_INCOMPLETE`, `DATABASE_DAMAGED`, `DATABASE_FOREIGN` or `DATABASE_NEWER`.
   */
  check(path: string, options?: { readonly signal?: AbortSignal }): Promise<void>
  /**
   * Lets a checked file replace the database at the next start, which `PluginAdministration.restart` brings about. Moves the
   * file. With a folder `files` in the data directory, its entries replace those of the same names there. Returns the path at
   * which the current database is kept then; replaced files are kept in the folder of its name and `-files` in the data
   * directory. After a crash, either database is in use, whole.
   */
  replaceWith(path: string, files?: string): string
}

/** Provided by the kernel itself. */
export const databaseFile: ServiceRef<DatabaseFile> = service('core.databaseFile')
