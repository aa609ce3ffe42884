import { type Format, type Translate, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import type { Reason } from './assess.ts'

const day = 86_400

function offline(since: number, now: number, { t, format }: TextContext): string {
  if (since === 0) return t('overview.reason.neverSeen')
  const at = since * 1000
  const when = now / 1000 - since < day ? format.time(at) : format.date(at)
  return t('overview.reason.offline', { when, ago: format.relative(at, Math.max(now, at)) })
}

interface TextContext {
  readonly t: Translate
  readonly format: Format
}

function expires(days: number, { t }: TextContext): string {
  if (days < 0) return t('overview.reason.expired', { count: Math.max(1, Math.round(-days)) })
  return days < 1 ? t('overview.reason.expiresToday') : t('overview.reason.expires', { count: Math.floor(days) })
}

/** The localized text of a reason; `now` in milliseconds. */
export function reasonText(reason: Reason, server: ServerStatus, now: number, context: TextContext): string {
  const { t, format } = context
  const { rule, value, since } = reason
  const text = (figure: string, more: object = {}) => t(`overview.reason.${rule}`, { value: figure, ...more })
  switch (rule) {
    case 'offline':
      return offline(value, now, context)
    case 'cpu':
      return text(format.percent(value, 0), { duration: format.duration(Math.floor((now / 1000 - since) / 60) * 60) })
    case 'temperature':
      return text(format.celsius(value))
    case 'load':
      return text(format.number(server.load5, 1), { count: server.cpu_cores ?? 0 })
    case 'disk_full':
      return value < 1 ? t('overview.reason.disk_full_today') : text('', { count: Math.round(value) })
    case 'expires':
      return expires(value, context)
    case 'uptime':
      // 98.96 % must not read as 99 %
      return text(format.percent(Math.floor(value * 100) / 100, 2))
    default:
      return text(format.percent(value, 0))
  }
}

/** Returns `reasonText` for the current time. */
export function useReasonText(): (reason: Reason, server: ServerStatus) => string {
  const t = useT()
  const format = useFormat()
  const now = useNow(10_000)
  return (reason, server) => reasonText(reason, server, now, { t, format })
}
