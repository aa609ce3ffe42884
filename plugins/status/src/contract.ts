import { type PointRef, point } from '@svc/plugin-sdk'
import type { PublicIpQuality } from './status-schema.ts'

export type {
  Incident,
  IncidentChange,
  IncidentInput,
  IncidentStatus,
  IncidentUpdate,
  IncidentUpdateChange,
  IncidentUpdateInput,
  Maintenance,
  MaintenanceChange,
  MaintenanceInput,
  MaintenanceState,
  Occurrence,
  OverallState,
  PublicConfig,
  PublicHistory,
  PublicIncident,
  PublicIncidents,
  PublicIpQuality,
  PublicMaintenance,
  PublicMetrics,
  PublicMetricsPoint,
  PublicPage,
  PublicServer,
  PublicServerDetail,
  PublicService,
  PublicSummary,
  SchedulePreview,
  Severity,
  StatusPage,
  StatusPageUpdate,
  Subscriber,
  SubscriberType,
  SubscriptionInput,
  UptimeDay,
} from './status-schema.ts'

/** Provides the section about IP quality of the public page. */
export interface IpQualityPanel {
  readonly plugin: string
  /** Of these servers, in this order. Members that the type does not have are left out. */
  read(serverIds: readonly string[]): PublicIpQuality | Promise<PublicIpQuality>
}

/** The first one is shown. Keyed by plugin. */
export const ipQualityPanels: PointRef<IpQualityPanel> = point('status.ipQualityPanels', (item) => item.plugin)
