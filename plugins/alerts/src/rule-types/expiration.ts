import { text } from '@svc/plugin-sdk'
import type { RuleHistory, RuleType } from '../contract.ts'

const defaultDuration = 7
const secondsPerDay = 86_400

/** The expiration date of a server is near or past. A server without a date never expires. */
export const expiration: RuleType = {
  type: 'expiration',
  name: text('alerts.EXPIRATION'),
  kind: 'state',
  unit: 'days',
  fields: ['duration'],
  defaultDuration,
  judge: ({ duration }, servers, now) =>
    new Map(
      servers.flatMap(({ id, billing: { expiresAt } }) => {
        if (expiresAt === null) return []
        const remaining = expiresAt - now
        return [
          [
            id,
            {
              matches: remaining <= (duration ?? defaultDuration) * secondsPerDay,
              value: Math.floor(remaining / secondsPerDay),
            },
          ],
        ]
      }),
    ),
}

/** With the dates of today. */
export const expirationHistory: RuleHistory = {
  type: expiration.type,
  replay: async ({ duration }, servers, { from, to }) =>
    new Map(
      servers.flatMap(({ id, billing: { expiresAt } }) => {
        if (expiresAt === null) return []
        const first = Math.ceil((expiresAt - (duration ?? defaultDuration) * secondsPerDay) / 60)
        return first < to ? [[id, Uint32Array.of(Math.max(from, first), to)]] : []
      }),
    ),
}
