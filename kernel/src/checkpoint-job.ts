import { statSync } from 'node:fs'
import type { Job } from '@svc/plugin-sdk'
import type { Offload } from './offload.js'

const worthIt = 4 * 1024 * 1024

/** Moves the write-ahead log into the database off the main thread, before a writer has to do it on its own time. */
export const checkpointJob = (file: string, offload: Pick<Offload, 'checkpoint'>): Job => ({
  name: 'Checkpoint',
  every: 15_000,
  async run() {
    const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (size > worthIt) await offload.checkpoint()
  },
})
