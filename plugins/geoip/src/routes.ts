import { ApiError, type Clock, conflict, data, type Routes, text, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Download } from './download/download.ts'
import { DownloadAnswer, type DownloadState, GeoipStatus } from './geoip-schema.ts'
import type { Source } from './source.ts'

/** Respond with 202 after this, before proxies time out. */
const responseTimeoutMs = 20_000

interface Dependencies {
  /** of the routes: `/api/<id>/…` */
  readonly id: 'geoip' | 'asn'
  /** what is downloaded, for the documentation */
  readonly summary: string
  readonly clock: Clock
  readonly source: Source
  readonly download: Download
  readonly custom: boolean
  readonly path: string
}

const instant = (ms: number) => toTimestamp(toSeconds(ms))

/** The message may contain the address of a private mirror. */
const withoutMessage = ({ message: _, message_text: _text, ...state }: DownloadState): DownloadState => state

const failureOf = ({ error, message_text = text('geoip.NOT_INSTALLED') }: DownloadState) =>
  error === 'not_saved' || error === 'stopped'
    ? new ApiError(500, message_text.code, message_text.params, { code: 'INTERNAL_ERROR' })
    : new ApiError(502, message_text.code, message_text.params, { code: 'BAD_GATEWAY' })

/** The state of a database, and its download. */
export const databaseRoutes = ({ id, summary, clock, source, download, custom, path }: Dependencies): Routes => {
  const statusFor = (isAdmin: boolean): GeoipStatus => {
    const loaded = source.current()
    const problem = source.problem()
    const state = download.state()
    return {
      installed: loaded !== undefined,
      custom,
      ...(loaded && {
        source: custom ? ('custom' as const) : ('downloaded' as const),
        file_size: loaded.size,
        updated_at: instant(loaded.updatedAt),
        ...(loaded.database.builtAt !== undefined && { built_at: instant(loaded.database.builtAt) }),
        type: loaded.database.type,
      }),
      ...(problem && { problem }),
      ...(isAdmin && { path }),
      ...(state && { download: isAdmin ? state : withoutMessage(state) }),
    }
  }

  /** Undefined if the download takes longer than the response may. */
  const waitFor = async (work: Promise<DownloadState>): Promise<DownloadState | undefined> => {
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
    const cancel = clock.after(responseTimeoutMs, () => resolve(undefined))
    return Promise.race([work, timeout]).finally(cancel)
  }

  return async (app) => {
    app.get(
      `/api/${id}/status`,
      {
        config: { access: 'member' },
        schema: {
          summary: `${id === 'asn' ? 'ASN' : 'GeoIP'} database in use, and download progress`,
          response: { 200: data(GeoipStatus) },
        },
      },
      async (req) => ({ data: statusFor(req.principal.role === 'admin') }),
    )

    app.post(
      `/api/${id}/download`,
      {
        config: { access: 'admin' },
        schema: {
          summary: `Downloads the free database of this month, or else of the last${summary}; 202 while it is still running`,
          response: { 200: data(DownloadAnswer), 202: data(DownloadAnswer) },
        },
      },
      async (req, reply) => {
        if (custom) throw conflict('geoip.CUSTOM_DATABASE', { setting: `${id}.mmdb_path` })
        const ended = await waitFor(download.start({ userId: req.principal.userId, ip: req.ip }))
        if (!ended) {
          const message = `the download continues in the background; see GET /api/${id}/status`
          return reply.code(202).send({ data: { success: true, message } })
        }
        if (ended.state === 'failed') throw failureOf(ended)
        return { data: { success: true, message: `installed the ${ended.month} edition` } }
      },
    )
  }
}
