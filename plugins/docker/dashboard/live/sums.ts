import { sparklineValues } from '@svc/dashboard-sdk'
import type { Row, Sample } from './container-row.ts'

/** Sums of the samples of all containers, oldest first. The newest sample is the last one of each container. */
export function sumSamples(rows: readonly Row[], of: (sample: Sample) => number): readonly (number | null)[] {
  const length = Math.max(0, ...rows.map(({ samples }) => samples.length))
  const sums = Array.from({ length }, () => 0)
  for (const { samples } of rows) {
    const offset = length - samples.length
    samples.forEach((sample, index) => {
      sums[offset + index] = (sums[offset + index] ?? 0) + of(sample)
    })
  }
  return sparklineValues(sums)
}

export const cpuOf = ({ cpu }: Sample): number => cpu
export const memoryOf = ({ memory }: Sample): number => memory

/** What all containers use now. */
export const sumStats = (rows: readonly Row[]): { readonly cpu: number; readonly memory: number } => ({
  cpu: rows.reduce((sum, { stats }) => sum + (stats?.cpu_percent ?? 0), 0),
  memory: rows.reduce((sum, { stats }) => sum + (stats?.memory_usage ?? 0), 0),
})
