import type { Job } from '@svc/plugin-sdk'
import type { Connections } from './connections.ts'

export const offlineChecker = (connections: Connections): Job => ({
  name: 'OfflineChecker',
  every: 10_000,
  run: connections.endSilent,
})
