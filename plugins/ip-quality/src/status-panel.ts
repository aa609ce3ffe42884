import type { IpQualityPanel } from '@svc/plugin-status/contract'
import { resultView } from './results/result-view.ts'
import type { ResultsStore } from './results/results-store.ts'
import type { RisksStore } from './risk/risks-store.ts'
import { snapshotView } from './risk/scoring.ts'
import type { Services } from './services/services.ts'

interface Dependencies {
  readonly services: Pick<Services, 'list'>
  readonly results: Pick<ResultsStore, 'ofServer'>
  readonly risks: Pick<RisksStore, 'snapshot'>
}

/** The section of the status page: enabled services, and servers that have results. */
export const makeStatusPanel = ({ services, results, risks }: Dependencies): IpQualityPanel => ({
  plugin: 'ip-quality',
  read(serverIds) {
    const shown = services.list().filter(({ enabled }) => enabled)
    const ids = new Set(shown.map(({ id }) => id))
    return {
      services: shown,
      entries: serverIds.flatMap((server_id) => {
        const snapshot = risks.snapshot(server_id)
        const unlock_results = results
          .ofServer(server_id)
          .filter(({ service_id }) => ids.has(service_id))
          .map(resultView)
        if (!snapshot && unlock_results.length === 0) return []
        return [{ server_id, ip_quality: snapshot ? snapshotView(snapshot) : null, unlock_results }]
      }),
    }
  },
})
