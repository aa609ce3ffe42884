import { type PointRef, point } from '@svc/plugin-sdk'

/** An upgrade of one agent, or a roll-out, that ended without being cancelled. */
export interface EndedUpgrade {
  /** of the job or the roll-out */
  readonly id: string
  readonly version: string
  /** null for a roll-out */
  readonly serverId: string | null
  /** agents that were to be upgraded, and those of them that failed */
  readonly total: number
  readonly failed: number
}

/** Hears of upgrades that ended. */
export interface UpgradeObserver {
  readonly plugin: string
  /** Called in the transaction that records the end. A failure may follow a success, when an agent returns to its old version. */
  ended(upgrade: EndedUpgrade): void
}

/** Observers of upgrades. Keyed by plugin. */
export const upgradeObservers: PointRef<UpgradeObserver> = point('upgrade.upgradeObservers', (item) => item.plugin)
