import type { GeoipStatus } from '@svc/plugin-geoip/contract'

/** Days until a monthly edition is outdated, including a week for its successor to be published. */
const fresh = 38

/** Whether a newer edition should be available; `now` in milliseconds. */
export const isOld = (builtAt: string | undefined, now: number): boolean =>
  builtAt !== undefined && now - Date.parse(builtAt) > fresh * 86_400_000

/** Whether the current database is from DB-IP, downloaded or custom. */
export const isByDbIp = ({ installed, source, type = '' }: Pick<GeoipStatus, 'installed' | 'source' | 'type'>) =>
  installed && (source === 'downloaded' || /^db-?ip/i.test(type))
