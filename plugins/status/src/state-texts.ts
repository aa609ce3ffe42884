import { type CodedText, text } from '@svc/plugin-sdk'
import type { IncidentStatus, OverallState } from './status-schema.ts'

export const stateTexts: Readonly<Record<OverallState, CodedText>> = {
  operational: text('status.STATE_OPERATIONAL'),
  maintenance: text('status.STATE_MAINTENANCE'),
  degraded: text('status.STATE_DEGRADED'),
  outage: text('status.STATE_OUTAGE'),
  unknown: text('status.STATE_UNKNOWN'),
}

export const incidentTexts: Readonly<Record<IncidentStatus, CodedText>> = {
  investigating: text('status.INCIDENT_INVESTIGATING'),
  identified: text('status.INCIDENT_IDENTIFIED'),
  monitoring: text('status.INCIDENT_MONITORING'),
  resolved: text('status.INCIDENT_RESOLVED'),
}
