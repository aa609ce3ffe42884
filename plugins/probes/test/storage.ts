import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import probes from '../src/index.ts'
import type { Round, Series } from '../src/rounds/round.ts'

/** Storage is tested around midnight, where hours and days end. */
export const midnight = Date.UTC(2026, 4, 2) / 1000

/** A kernel with this plugin only. */
export const openStorage = (dataDir?: string, now = midnight * 1000) =>
  createTestKernel({ plugins: [system, enrollment, probes], now, ...(dataDir && { dataDir }) })

/** A round derived from its series and time, so that tests can verify it. */
export function roundAt(server: number, target: number, at: number): Round {
  const micros = 10_000 + server * 1000 + target * 100 + (at % 97)
  const lost = at % 7 === 0 ? 1 : 0
  return {
    at,
    avg: micros / 1000,
    min: (micros - 900) / 1000,
    max: (micros + 1100) / 1000,
    sent: 10,
    received: 10 - lost,
    rounds: 1,
    error: null,
  }
}

export const seriesAt = (server: number, targets: readonly number[], at: number): Series =>
  new Map(targets.map((target) => [target, [roundAt(server, target, at)]]))
