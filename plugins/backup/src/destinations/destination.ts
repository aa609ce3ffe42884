/** A full backup at its destination. */
export interface StoredBackup {
  readonly name: string
  /** bytes */
  readonly size: number
  /** epoch seconds */
  readonly createdAt: number
}

export interface StoreOptions {
  readonly signal: AbortSignal
  /** bytes that are stored */
  onProgress(done: number): void
  /** What `discard` needs when the program ends before the backup is whole; null when nothing is left to discard. */
  onPending(pending: string | null): void
}

/** Where backups are stored. Everything throws an `ApiError` with a reason for people. */
export interface Destination {
  /** Checks that it can be written to. */
  check(signal: AbortSignal): Promise<void>
  /** Those whose names are of our form, newest first. */
  list(signal: AbortSignal): Promise<StoredBackup[]>
  /** Stores a file: all of it, or nothing that `list` shows. */
  store(name: string, path: string, options: StoreOptions): Promise<void>
  /** Removes what an interrupted `store` has left. */
  discard(pending: string, signal: AbortSignal): Promise<void>
  /** Throws 404. */
  read(
    name: string,
    signal: AbortSignal,
  ): Promise<{ readonly size: number; readonly chunks: AsyncIterable<Uint8Array> }>
  /** Throws 404. */
  remove(name: string, signal: AbortSignal): Promise<void>
}
