/** What `svc-server doctor` found out about one thing. */
export interface Finding {
  /** `problem`: the server does not work, or data is in danger; `warning`: it may come to that */
  readonly state: 'ok' | 'warning' | 'problem'
  /** a sentence without a full stop */
  readonly text: string
  /** what to do, unless it is `ok` */
  readonly advice?: string
}

/** The installation that is checked, which may be running, broken or absent. */
export interface CheckedHost {
  /** absolute path of the data directory */
  readonly dataDir: string
  /** Rows of the database, which is not changed; undefined if it or a table is missing or cannot be read. */
  read<R>(sql: string): readonly R[] | undefined
}

/** A check of `svc-server doctor`. */
export interface Check {
  /** for example `secret.key`; unique in the program */
  readonly name: string
  run(host: CheckedHost): readonly Finding[] | Promise<readonly Finding[]>
}
