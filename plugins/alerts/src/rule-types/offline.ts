import type { RuleType } from '../contract.ts'
import type { OfflineTracker } from './offline-tracker.ts'

const defaultDuration = 60

/** A server that has been connected before is offline for `duration` seconds. */
export const makeOffline = (tracker: Pick<OfflineTracker, 'since'>): RuleType => ({
  type: 'offline',
  name: { en: 'Offline', zh: '离线' },
  kind: 'state',
  unit: 'seconds',
  fields: ['duration'],
  defaultDuration,
  judge: ({ duration }, servers, now) =>
    new Map(
      servers.map(({ id }) => {
        const since = tracker.since(id, now)
        if (since === undefined) return [id, { matches: false, value: 0 }]
        return [id, { matches: now - since >= (duration ?? defaultDuration), value: now - since }]
      }),
    ),
})
