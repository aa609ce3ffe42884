import { type CodedText, text } from '@svc/plugin-sdk'
import type { Reason } from '../events/changes-store.ts'
import { formatDuration } from './format.ts'

interface Named {
  readonly name: string
}

/** The alert fires, or has been firing for `seconds`. */
export function firingMessage({ name: server }: Named, findings: readonly CodedText[], seconds?: number): CodedText {
  return seconds === undefined
    ? text('alerts.FIRING', { server, findings })
    : text('alerts.STILL_FIRING', { server, findings, duration: formatDuration(seconds) })
}

/** The conditions of the rule no longer hold. */
export const recoveredMessage = ({ name: server }: Named, findings: readonly CodedText[], seconds: number): CodedText =>
  text('alerts.RECOVERED', { server, findings, duration: formatDuration(seconds) })

/** Someone takes care of the alert; null: nobody any more. */
export const acknowledgedMessage = ({ name: server }: Named, user: string | null): CodedText =>
  user === null ? text('alerts.UNACKNOWLEDGED', { server }) : text('alerts.ACKNOWLEDGED', { server, user })

/** Nobody knows any more whether the conditions hold. */
export const noDataMessage = ({ name: server }: Named, findings: readonly CodedText[]): CodedText =>
  text('alerts.NO_DATA', { server, findings })

/** What an alert is about, without the name of the server: values and thresholds. */
export function findingsOf({ params }: CodedText): CodedText | undefined {
  const { findings } = params ?? {}
  return Array.isArray(findings) ? text('alerts.FINDINGS', { findings }) : undefined
}

/** Reasons to close an alert other than recovery. */
export type CloseReason = Exclude<Reason, 'recovered'>

const closeReasons: Readonly<Record<CloseReason, CodedText>> = {
  quiet: text('alerts.REASON_QUIET'),
  no_data: text('alerts.REASON_NO_DATA'),
  not_covered: text('alerts.REASON_NOT_COVERED'),
  rule_changed: text('alerts.REASON_RULE_CHANGED'),
  rule_disabled: text('alerts.REASON_RULE_DISABLED'),
  rule_deleted: text('alerts.REASON_RULE_DELETED'),
  server_deleted: text('alerts.REASON_SERVER_DELETED'),
}

/** The alert was closed although its conditions may still hold. */
export function closedMessage({ name: server }: Named, seconds: number, reason: CloseReason, source = ''): CodedText {
  const params = { server, duration: formatDuration(seconds), reason: closeReasons[reason] }
  return source === '' ? text('alerts.CLOSED', params) : text('alerts.CLOSED_SOURCE', { ...params, source })
}
