import { text } from '@svc/plugin-sdk'
import { type Outbound, type OutboundAnswer, OutboundError } from '@svc/plugin-system/contract'
import { publisher } from '../config.ts'
import { DownloadFailure } from './download-failure.ts'

/** The editions to try, newest first, as `YYYY-MM`. An edition is published some days into its month. */
function editions(now: number): [string, string] {
  const date = new Date(now)
  const monthOf = (monthsBack: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack)).toISOString().slice(0, 7)
  return [monthOf(0), monthOf(1)]
}

/** the files have about 4 and 6 MB */
const maxPackedBytes = 32 * 1024 * 1024
const timeoutMs = 5 * 60_000

interface Dependencies {
  readonly outbound: Outbound
  readonly baseUrl: string
  /** name of the database */
  readonly edition: string
}

interface Options {
  readonly now: number
  readonly signal: AbortSignal
  /** called before each request */
  onEdition(month: string): void
  onProgress(received: number, total: number | undefined): void
}

const kinds = { refused: 'refused', timeout: 'timeout', too_large: 'too_large', failed: 'unreachable' } as const

const toFailure = (error: unknown, signal: AbortSignal) => {
  if (signal.aborted) return new DownloadFailure('stopped', text('geoip.SERVER_STOPPED'))
  if (error instanceof OutboundError)
    return new DownloadFailure(kinds[error.kind], text('geoip.REQUEST_FAILED', { reason: error.text }))
  return error
}

const isMissing = ({ status }: OutboundAnswer) => status === 404 || status === 403 || status === 410

/** Downloads the packed file of this month, or else of the previous one. */
export function makeFetchEdition({ outbound, baseUrl, edition }: Dependencies) {
  const base = baseUrl.replace(/\/+$/, '')
  const { origin, host } = new URL(base)
  // A mirror set by the operator may be on a private network.
  const trusted = base === publisher ? {} : { trustedHost: host }

  return async ({ now, signal, onEdition, onProgress }: Options): Promise<Buffer> => {
    const options = { ...trusted, signal, onProgress, timeoutMs, maxBytes: maxPackedBytes }
    for (const month of editions(now)) {
      onEdition(month)
      const answer = await outbound.request(`${base}/${edition}-${month}.mmdb.gz`, options).catch((error) => {
        throw toFailure(error, signal)
      })
      if (answer.status === 200) return answer.body
      if (!isMissing(answer)) {
        throw new DownloadFailure('bad_answer', text('geoip.BAD_STATUS', { origin, status: answer.status }))
      }
    }
    const [current, previous] = editions(now)
    throw new DownloadFailure('not_published', text('geoip.NOT_PUBLISHED', { origin, current, previous }))
  }
}
export type FetchEdition = ReturnType<typeof makeFetchEdition>
