import type { DetectorSource } from '@svc/plugin-security/wire'

/** A line that a program logged. */
export interface LogEntry {
  /** epoch seconds */
  readonly at: number
  /** for example `sshd`, without its process id; `kernel` */
  readonly program: string
  readonly message: string
}

/** Entries of one source, in their order. */
export type OnEntries = (entries: readonly LogEntry[], source: DetectorSource) => void
