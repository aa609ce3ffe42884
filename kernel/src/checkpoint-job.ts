import type { Job } from '@svc/plugin-sdk'
import type { Offload } from './offload.ts'

/** Moves the write-ahead log into the database off the main thread, before a writer has to do it on its own time. */
export const checkpointJob = ({ checkpoint }: Pick<Offload, 'checkpoint'>): Job => ({
  name: 'Checkpoint',
  every: 15_000,
  run: checkpoint,
})
