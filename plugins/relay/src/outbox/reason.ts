/** Why a notification is where it is. Nothing else is stored: texts of others could contain anything. */
export const reasons = [
  'Queued',
  'Accepted',
  'Expired',
  'Ineligible',
  'Unregistered',
  'DeviceOrEnvironmentMismatch',
  'ProviderConfigurationOrPayload',
  'ProviderUnavailable',
  'NetworkUnavailable',
  'InvalidRequest',
  'EnvironmentDisabled',
  'RelayNotConfigured',
  'RelayPayloadRejected',
  'RelayUnavailable',
  'RelayBusy',
  'RateLimited',
  'RequestTimeout',
] as const
export type Reason = (typeof reasons)[number]

/** The reason, if it is one of ours. */
export const knownReason = (text: string): Reason | undefined => reasons.find((one) => one === text)

/** The result of an attempt to send. */
export interface Verdict {
  readonly outcome: 'accepted' | 'retryable' | 'permanent' | 'expired'
  readonly reason: Reason
  /** the registration no longer exists at the push service */
  readonly isGone?: boolean
  /** seconds to wait at least */
  readonly retryAfter?: number | undefined
}
