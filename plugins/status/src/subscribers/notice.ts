import type { Email } from '@svc/plugin-alerts/contract'
import { type CodedText, text, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { StoredIncident, UpdateRow } from '../incidents/incidents-store.ts'
import type { StoredMaintenance } from '../maintenance/maintenances-store.ts'
import { escapeMarkup } from '../markdown.ts'
import { incidentTexts } from '../state-texts.ts'
import type { IncidentStatus, Severity } from '../status-schema.ts'

/** A message to a subscriber, as it is queued. */
export type Notice =
  | { readonly event: 'confirm' }
  | {
      readonly event: 'incident'
      readonly incident: {
        readonly id: string
        readonly title: string
        readonly status: IncidentStatus
        readonly severity: Severity
      }
      /** Markdown; null if only the status changed */
      readonly message: string | null
      /** RFC 3339 */
      readonly at: string
    }
  | {
      readonly event: 'maintenance'
      readonly maintenance: {
        readonly id: string
        readonly title: string
        /** RFC 3339 */
        readonly start_at: string
        readonly end_at: string
        readonly recurring: boolean
      }
      readonly message: string | null
      readonly at: string
    }

export const incidentNotice = (incident: StoredIncident, update: UpdateRow | undefined, now: number): Notice => ({
  event: 'incident',
  incident: { id: incident.id, title: incident.title, status: incident.status, severity: incident.severity },
  message: update?.message ?? null,
  at: toTimestamp(toSeconds(now)),
})

export const maintenanceNotice = (window: StoredMaintenance, now: number): Notice => ({
  event: 'maintenance',
  maintenance: {
    id: window.id,
    title: window.title,
    start_at: toTimestamp(window.start_at),
    end_at: toTimestamp(window.end_at),
    recurring: window.recurrence !== null,
  },
  message: window.description,
  at: toTimestamp(toSeconds(now)),
})

/** What goes into every message. */
export interface Frame {
  readonly pageTitle: string
  /** of this service, without a trailing slash */
  readonly origin: string
  readonly token: string
  readonly language: string
}

const linkOf = ({ origin, token, language }: Frame, action: 'confirm' | 'unsubscribe'): string =>
  `${origin}/status/subscription?action=${action}&token=${token}&lang=${language}`

/** Header values must be one line. */
const oneLine = (value: string) => value.replace(/\s+/g, ' ')

const partsOf = (notice: Notice, frame: Frame): { title: CodedText; lines: (string | CodedText)[] } => {
  const { pageTitle } = frame
  if (notice.event === 'confirm') {
    return {
      title: text('status.CONFIRM_SUBJECT', { page: pageTitle }),
      lines: [
        text('status.CONFIRM_BODY', { page: pageTitle }),
        linkOf(frame, 'confirm'),
        text('status.CONFIRM_IGNORE'),
      ],
    }
  }
  const { origin } = frame
  if (notice.event === 'maintenance') {
    const { id, title, start_at, end_at } = notice.maintenance
    return {
      title: text('status.MAINTENANCE_SUBJECT', { page: pageTitle, title }),
      lines: [
        text('status.MAINTENANCE_TIMES', { start: { at: start_at }, end: { at: end_at } }),
        ...(notice.message === null ? [] : [notice.message]),
        `${origin}/status#maintenance-${id}`,
      ],
    }
  }
  const { title, status } = notice.incident
  return {
    title: text('status.INCIDENT_SUBJECT', { page: pageTitle, title, status: incidentTexts[status] }),
    lines: [...(notice.message === null ? [] : [notice.message]), `${origin}/status#incident-${notice.incident.id}`],
  }
}

const link = /^https?:\/\/\S+$/

/** The email of a notice. Mail programs show `List-Unsubscribe` as a button. */
export function emailOf(
  notice: Notice,
  frame: Frame,
  address: { readonly id: string; readonly from: string; readonly to: string },
  render: (text: CodedText) => string,
): Email {
  const { title, lines } = partsOf(notice, frame)
  const subject = oneLine(render(title))
  const paragraphs = lines.map((one) => (typeof one === 'string' ? one : render(one)))
  const unsubscribe = linkOf(frame, 'unsubscribe')
  const footer = render(text('status.UNSUBSCRIBE'))
  const html = paragraphs.map((one) => {
    const escaped = escapeMarkup(one).replaceAll('\n', '<br>\n')
    return `<p>${link.test(one) ? `<a href="${escaped}">${escaped}</a>` : escaped}</p>`
  })
  return {
    ...address,
    to: [address.to],
    subject,
    text: `${[...paragraphs, `${footer}: ${unsubscribe}`].join('\n\n')}\n`,
    html: `<!doctype html><html><body style="margin:0;padding:24px;font-family:sans-serif;color:#171717">
<h1 style="margin:0 0 12px;font-size:18px">${escapeMarkup(subject)}</h1>
${html.join('\n')}
<p style="color:#737373;font-size:12px"><a href="${escapeMarkup(unsubscribe)}">${escapeMarkup(footer)}</a></p></body></html>`,
    headers: {
      'List-Unsubscribe': `<${frame.origin}/api/status/subscriptions/unsubscribe?token=${frame.token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** The body of a webhook request. */
export const webhookBody = (id: string, notice: Notice, frame: Frame, render: (text: CodedText) => string): string =>
  JSON.stringify({
    id,
    ...notice,
    title: oneLine(render(partsOf(notice, frame).title)),
    page: { title: frame.pageTitle, url: `${frame.origin}/status` },
    ...(notice.event === 'confirm' && { confirm_url: linkOf(frame, 'confirm') }),
    unsubscribe_url: linkOf(frame, 'unsubscribe'),
  })
