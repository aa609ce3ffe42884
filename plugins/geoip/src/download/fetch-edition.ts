import { type Outbound, type OutboundAnswer, OutboundError } from '@svc/plugin-system/contract'
import { publisher } from '../config.ts'
import { DownloadFault } from './download-fault.ts'
import { editions } from './editions.ts'

/** bytes; the file has four million */
const mostPacked = 32 * 1024 * 1024
const patience = 5 * 60_000

interface Dependencies {
  readonly outbound: Outbound
  readonly baseUrl: string
}

interface Watch {
  readonly now: number
  readonly signal: AbortSignal
  /** another edition is asked for */
  onEdition(month: string): void
  onProgress(received: number, total: number | undefined): void
}

const kinds = { refused: 'refused', timeout: 'timeout', too_large: 'too_large', failed: 'unreachable' } as const

const faultOf = (error: unknown, signal: AbortSignal) => {
  if (signal.aborted) return new DownloadFault('stopped', 'the server was stopped')
  if (error instanceof OutboundError) return new DownloadFault(kinds[error.kind], error.message)
  return error
}

const isMissing = ({ status }: OutboundAnswer) => status === 404 || status === 403 || status === 410

/** Gets the packed file of this month, else of the one before. */
export function makeFetchEdition({ outbound, baseUrl }: Dependencies) {
  const base = baseUrl.replace(/\/+$/, '')
  // the operator named it, so it may be inside; the public one may not turn out to be
  const trusted = base === publisher ? {} : { trustedHost: new URL(base).host }

  return async ({ now, signal, onEdition, onProgress }: Watch): Promise<Buffer> => {
    const options = { ...trusted, signal, onProgress, timeoutMs: patience, maxBytes: mostPacked }
    for (const month of editions(now)) {
      onEdition(month)
      const answer = await outbound.request(`${base}/dbip-country-lite-${month}.mmdb.gz`, options).catch((error) => {
        throw faultOf(error, signal)
      })
      if (answer.status === 200) return answer.body
      if (!isMissing(answer)) {
        throw new DownloadFault('bad_answer', `${new URL(base).origin} responded with status ${answer.status}`)
      }
    }
    const [current, previous] = editions(now)
    const { origin } = new URL(base)
    throw new DownloadFault(
      'not_published',
      `${origin} has published neither the ${current} nor the ${previous} edition`,
    )
  }
}
export type FetchEdition = ReturnType<typeof makeFetchEdition>
