import { Type } from '@sinclair/typebox'
import { badQuery, type Clock, cutPage, data, type Routes, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import { toTimestampOrNull } from '../events/event-routes.ts'
import type { GroupsStore } from '../notifications/groups/groups-store.ts'
import type { AlertGroupRow, AlertGroupsStore } from './alert-groups-store.ts'
import { causeText } from './group-messages.ts'
import { AlertGroupPage, causes, NoiseReport } from './grouping-schema.ts'
import { kindOf } from './plan-groups.ts'

interface Context {
  readonly clock: Pick<Clock, 'now'>
  readonly store: Pick<AlertGroupsStore, 'page' | 'totals'>
  readonly groups: Pick<GroupsStore, 'get'>
}

const admin = { access: 'admin' } as const

const causeOf = (kind: string) => causes.find((one) => one === kind) ?? 'alert'

const formatCursor = ({ first_at, id }: AlertGroupRow) => `${first_at}.${id}`

function parseCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [, firstAt, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? []
  if (firstAt === undefined || id === undefined) throw badQuery('cursor', 'kernel.CURSOR')
  return { firstAt: Number(firstAt), id }
}

export const alertGroupRoutes =
  ({ clock, store, groups }: Context): Routes =>
  async (app) => {
    app.get(
      '/api/alert-groups',
      {
        config: admin,
        schema: {
          summary: 'Groups of alerts that were sent as one message, newest first',
          querystring: Type.Object({
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
            cursor: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the previous page' })),
          }),
          response: { 200: data(AlertGroupPage) },
        },
      },
      async ({ query: { limit, cursor } }) => {
        const { rows, next } = cutPage(
          store.page({ before: parseCursor(cursor), limit: limit + 1 }),
          limit,
          formatCursor,
        )
        return {
          data: {
            items: rows.map((row) => ({
              id: row.id,
              cause: causeOf(kindOf(row.cause_key)),
              cause_text: causeText(row) ?? null,
              cause_name: row.cause_name,
              notification_group: groups.get(row.notification_group_id)?.name ?? null,
              alerts: row.alerts,
              firing: row.firing,
              notices: row.notices,
              messages: row.messages,
              first_at: toTimestamp(row.first_at),
              closed_at: toTimestampOrNull(row.closed_at),
            })),
            next,
          },
        }
      },
    )

    app.get(
      '/api/alert-groups/noise',
      {
        config: admin,
        schema: {
          summary: 'How many messages grouping saved',
          querystring: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 90, default: 30 }) }),
          response: { 200: data(NoiseReport) },
        },
      },
      async ({ query: { days } }) => {
        const rows = store.totals(toSeconds(clock.now()) - days * 86_400)
        const sum = (of: 'groups' | 'notices' | 'messages') => rows.reduce((total, row) => total + row[of], 0)
        const [notices, messages] = [sum('notices'), sum('messages')]
        return {
          data: {
            days,
            groups: sum('groups'),
            notices,
            messages,
            saved: Math.max(0, notices - messages),
            causes: rows.map(({ kind, ...row }) => ({ cause: causeOf(kind), ...row })),
          },
        }
      },
    )
  }
