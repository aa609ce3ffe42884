import type { GeoipStatus } from '@svc/plugin-geoip/contract'

/** Whether the database in use is one of DB-IP, downloaded or put there by the operator. */
export const isByDbIp = ({ installed, source, type = '' }: Pick<GeoipStatus, 'installed' | 'source' | 'type'>) =>
  installed && (source === 'downloaded' || /^db-?ip/i.test(type))
