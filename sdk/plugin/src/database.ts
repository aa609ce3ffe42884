/** A prepared statement; rows are objects keyed by column name. Synchronous. */
export interface Statement<P extends unknown[], R> {
  get(...params: P): R | undefined
  all(...params: P): R[]
  iterate(...params: P): IterableIterator<R>
  run(...params: P): { changes: number; lastInsertRowid: number | bigint }
}

/**
 * The plugin's handle on the one SQLite database. It refuses to prepare SQL that names another plugin's table
 * (`<plugin>_<plural>`): a guard rail against accidents, not a security boundary.
 */
export interface Database {
  /** `P` is the tuple of bound values, or a tuple with one object for named parameters. */
  prepare<P extends unknown[] = [], R = unknown>(sql: string): Statement<P, R>
  /**
   * Runs `fn` in an immediate transaction and returns its result; a throw rolls back. Inside another transaction it
   * becomes a savepoint of it, so services of several plugins may write atomically together.
   */
  transaction<T>(fn: () => T): T
  /**
   * Runs `fn` after the outermost transaction has committed, at once if there is none, and never after a rollback. For
   * what the database does not undo: caches, messages to agents, files. An error is logged; it cannot undo the commit.
   */
  afterCommit(fn: () => void): void
  /** Schema statements; for migrations. */
  exec(sql: string): void
}

/** One step of a plugin's schema. Synchronous; step and ledger row commit together. Never edited after release. */
export interface Migration {
  /** `NNN-what`, for example `001-servers` */
  readonly name: string
  /**
   * Tables of another plugin that this step takes over, by renaming them to names of this one. The other plugin must run
   * before this one, because this one requires a service of it, and must no longer use them.
   */
  readonly adopts?: readonly string[]
  up(db: Database): void
}
