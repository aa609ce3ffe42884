import { type Clock, type CodedText, fromTimestamp, text, toTimestamp } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { parseVersion } from '../wire.ts'

const successMs = 10 * 60_000
const failureMs = 60_000
const maxBytes = 1024 * 1024

export interface Latest {
  readonly version: string | null
  /** epoch seconds */
  readonly releasedAt: number | null
  readonly error: CodedText | null
}

/** Where the newest version of releases can be read; undefined if it cannot be derived. */
export function sourceOf(settings: { release_base_url: string; latest_version_url: string }): string | undefined {
  if (settings.latest_version_url) return settings.latest_version_url
  const [, repository] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/releases\/?$/.exec(settings.release_base_url) ?? []
  return repository && `https://api.github.com/repos/${repository}/releases/latest`
}

const failure = (error: CodedText): Latest => ({ version: null, releasedAt: null, error })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The response of GitHub, or `{ version, released_at }`. */
function parse(body: Buffer): Latest {
  let found: unknown
  try {
    found = JSON.parse(body.toString('utf8'))
  } catch {
    return failure(text('upgrade.LATEST_UNREADABLE'))
  }
  if (!isObject(found)) return failure(text('upgrade.LATEST_UNREADABLE'))
  const version = parseVersion(String(found.version ?? found.tag_name ?? ''))
  const released = found.released_at ?? found.published_at
  if (!version) return failure(text('upgrade.LATEST_UNREADABLE'))
  return { version, releasedAt: (typeof released === 'string' && fromTimestamp(released)) || null, error: null }
}

/** The newest released version, cached. Nothing is asked for unless somebody calls it. */
export function makeLatestVersion(deps: { outbound: Outbound; clock: Clock; source: string | undefined }) {
  const { outbound, clock, source } = deps
  let cached: { readonly latest: Latest; readonly until: number } | undefined
  let pending: Promise<Latest> | undefined

  async function fetchLatest(url: string): Promise<Latest> {
    try {
      const headers = { accept: 'application/json', 'user-agent': 'svc-server' }
      // The configured host may be on a private network.
      const answer = await outbound.request(url, { headers, maxBytes, trustedHost: new URL(url).host })
      return answer.status === 200
        ? parse(answer.body)
        : failure(text('upgrade.LATEST_STATUS', { status: answer.status }))
    } catch (error) {
      if (error instanceof OutboundError) return failure(error.text)
      throw error
    }
  }

  return {
    async get(): Promise<Latest> {
      if (!source) return failure(text('upgrade.NO_RELEASE_LOCATION'))
      if (cached && clock.now() < cached.until) return cached.latest
      pending ??= fetchLatest(source).finally(() => {
        pending = undefined
      })
      const latest = await pending
      cached = { latest, until: clock.now() + (latest.error ? failureMs : successMs) }
      return latest
    },
  }
}
export type GetLatestVersion = ReturnType<typeof makeLatestVersion>

export const latestView = ({ version, releasedAt, error }: Latest, sentence: (text: CodedText) => string) => ({
  version,
  released_at: releasedAt === null ? null : toTimestamp(releasedAt),
  error: error && sentence(error),
  error_text: error,
})
