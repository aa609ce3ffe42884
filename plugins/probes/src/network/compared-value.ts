import type { Comparison } from '@svc/plugin-alerts/contract'
import type { Quality } from './history/recent-minutes.ts'

export const networkTypes = ['network_latency', 'network_packet_loss'] as const
export type NetworkType = (typeof networkTypes)[number]

export const comparison: Comparison = 'above'

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** The value that a condition compares: milliseconds, or percent. */
export const comparedValue: Readonly<Record<NetworkType, (worst: Quality) => number | null>> = {
  network_latency: ({ latency }) => (latency === null ? null : rounded(latency)),
  network_packet_loss: ({ loss }) => (loss === null ? null : rounded(loss * 100)),
}
