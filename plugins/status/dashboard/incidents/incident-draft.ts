import type { Incident, IncidentInput, IncidentStatus, Severity } from '@svc/plugin-status/contract'

/** An incident being edited. */
export interface IncidentDraft {
  readonly title: string
  readonly severity: Severity
  readonly status: IncidentStatus
  /** first update; only for a new incident */
  readonly message: string
  readonly servers: readonly string[]
  readonly isPublic: boolean
}

export const emptyIncident: IncidentDraft = {
  title: '',
  severity: 'minor',
  status: 'investigating',
  message: '',
  servers: [],
  isPublic: true,
}

/** Incidents that happen everywhere; title and message are texts. */
export const templates = ['network', 'hardware', 'provider', 'performance', 'security'] as const
export type Template = (typeof templates)[number]

export const severityOf: Readonly<Record<Template, Severity>> = {
  network: 'major',
  hardware: 'critical',
  provider: 'major',
  performance: 'minor',
  security: 'critical',
}

export const toDraft = ({ title, severity, status, server_ids, is_public }: Incident): IncidentDraft => ({
  ...emptyIncident,
  ...{ title, severity, status, servers: server_ids, isPublic: is_public },
})

/** The request; the status of an existing incident changes by its updates. */
export const toInput = (draft: IncidentDraft, isNew: boolean): IncidentInput => ({
  title: draft.title.trim(),
  severity: draft.severity,
  server_ids_json: [...draft.servers],
  is_public: draft.isPublic,
  ...(isNew && { status: draft.status }),
  ...(isNew && draft.message.trim() !== '' && { message: draft.message.trim() }),
})
