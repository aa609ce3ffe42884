import type { RuleType } from '../contract.ts'

const defaultDuration = 7
const day = 86_400

/** The date until which a server is paid for is near or past; one without a date never expires. */
export const expiration: RuleType = {
  type: 'expiration',
  name: { en: 'Expiration', zh: '到期' },
  kind: 'state',
  unit: 'days',
  fields: ['duration'],
  defaultDuration,
  judge: ({ duration }, servers, now) =>
    new Map(
      servers.flatMap(({ id, billing: { expiresAt } }) => {
        if (expiresAt === null) return []
        const left = expiresAt - now
        return [[id, { matches: left <= (duration ?? defaultDuration) * day, value: Math.floor(left / day) }]]
      }),
    ),
}
