import type { Job } from '@svc/plugin-sdk'
import type { Offload } from './offload.ts'

/** Checkpoints the write-ahead log off the main thread, before a write on the main thread would trigger it. */
export const checkpointJob = ({ checkpoint }: Pick<Offload, 'checkpoint'>): Job => ({
  name: 'Checkpoint',
  every: 5000,
  run: checkpoint,
})
