import { type EventRef, event } from '@svc/plugin-sdk'
import type { UnlockEvent } from './quality-schema.ts'

export type {
  IpQualitySettings,
  IpQualitySettingsChange,
  IpQualitySnapshot,
  RiskProvider,
  ServerIpQuality,
  ServiceChange,
  ServiceInput,
  ServiceRequest,
  UnlockEvent,
  UnlockResult,
  UnlockService,
} from './quality-schema.ts'

/** The result of a service on a server differs from the one before. */
export const unlockStatusChanged: EventRef<UnlockEvent> = event('ip-quality.unlockStatusChanged')
