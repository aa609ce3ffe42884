import type { SmartDisk } from './wire.ts'

/** 0 healthy, 1 worn or with bad sectors, 2 failing by its own verdict. */
export type DiskLevel = 0 | 1 | 2

const wornPercent = 100

export function judgeDisk({ passed, used_percent, reallocated, pending, uncorrectable }: SmartDisk): DiskLevel {
  if (!passed) return 2
  const hasBadSectors = [reallocated, pending, uncorrectable].some((sectors) => sectors !== null && sectors > 0)
  return hasBadSectors || (used_percent ?? 0) >= wornPercent ? 1 : 0
}
