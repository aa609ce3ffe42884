import type { RuleType } from '../contract.ts'
import type { Absences } from './absences.ts'

const defaultDuration = 60

/** A server that was connected once is not connected for `duration` seconds. */
export const makeOffline = (absences: Pick<Absences, 'since'>): RuleType => ({
  type: 'offline',
  name: { en: 'Offline', zh: '离线' },
  kind: 'state',
  unit: 'seconds',
  fields: ['duration'],
  defaultDuration,
  judge: ({ duration }, servers, now) =>
    new Map(
      servers.map(({ id }) => {
        const since = absences.since(id, now)
        if (since === undefined) return [id, { matches: false, value: 0 }]
        return [id, { matches: now - since >= (duration ?? defaultDuration), value: now - since }]
      }),
    ),
})
