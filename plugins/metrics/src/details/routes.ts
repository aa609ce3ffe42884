import { Type } from '@sinclair/typebox'
import { data, Nullable, type Routes, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { ReportPayload } from '@svc/protocol'
import type { Latest, Sample } from '../contract.ts'
import { Details } from './details-schema.ts'

const members = Object.keys(Details.properties).filter((name) => name !== 'reported_at') as readonly (keyof Details &
  keyof ReportPayload)[]

const toDetails = ({ report, receivedAt }: Sample): Details =>
  ({
    reported_at: toTimestamp(toSeconds(receivedAt)),
    ...Object.fromEntries(members.map((name) => [name, report[name] ?? null])),
  }) as Details

/** The details of the last report. Live updates do not carry them, because few pages show them. */
export const detailRoutes =
  (latest: Latest): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/details',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Mounts, interfaces, cores, memory, pressure and sensors in the last report of a server',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(Nullable(Details)) },
        },
      },
      async ({ visibleServer: { id } }) => {
        const sample = latest.get(id)
        return { data: sample ? toDetails(sample) : null }
      },
    )
  }
