import { data, invalid, linkNext, Ok, ok, pageOf, type Routes, toTimestamp } from '@svc/plugin-sdk'
import { limitPassword } from '../passwords/password-policy.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import type { UserAdministration } from './user-administration.ts'
import { CreateUser, UpdateUser, UserPage, UserParams, UserView } from './user-schema.ts'
import { requireUsername } from './username.ts'
import type { UserViewRow } from './users-store.ts'

interface Deps {
  readonly administration: UserAdministration
  readonly secureCookie: boolean
}

const toView = ({ created_at, updated_at, last_seen_at, ...row }: UserViewRow): UserView => ({
  id: row.id,
  username: row.username,
  role: row.role,
  has_2fa: row.has_2fa === 1,
  has_password: row.has_password === 1,
  must_change_password: row.must_change_password === 1,
  last_seen_at: last_seen_at === null ? null : toTimestamp(last_seen_at),
  created_at: toTimestamp(created_at),
  updated_at: toTimestamp(updated_at),
})

/** User administration, for admins. */
export const userRoutes =
  ({ administration, secureCookie }: Deps): Routes =>
  async (app) => {
    const config = { access: 'admin' } as const
    const response = { 200: data(UserView) }

    app.get(
      '/api/users',
      {
        config,
        schema: { summary: 'All accounts', querystring: UserPage, response: { 200: pageOf(UserView) } },
      },
      async ({ query: { limit, after } }, reply) => {
        const { rows, next } = administration.page(limit, after)
        linkNext(reply, { after: next })
        return { data: rows.map(toView) }
      },
    )

    app.get(
      '/api/users/:id',
      { config, schema: { summary: 'One account', params: UserParams, response } },
      async (req) => ({
        data: toView(administration.view(req.params.id)),
      }),
    )

    app.post(
      '/api/users',
      { config, schema: { summary: 'Create an account', body: CreateUser, response } },
      async (req) => {
        const { role = 'member', must_change_password: mustChange = false } = req.body
        const username = requireUsername('username', req.body.username)
        const password = limitPassword('password', req.body.password)
        const account = { username, password, role, mustChange }
        return { data: toView(await administration.create(req.principal, account, req.ip)) }
      },
    )

    app.put(
      '/api/users/:id',
      { config, schema: { summary: 'Change an account', params: UserParams, body: UpdateUser, response } },
      async (req) => {
        const { role, password, must_change_password: mustChange, reset_2fa: resetSecondFactor } = req.body
        const changes = { role, password, mustChange, resetSecondFactor, revokeApiKeys: req.body.revoke_api_keys }
        if (Object.values(changes).every((change) => change === undefined)) {
          throw invalid('body', 'auth.NOTHING_TO_CHANGE', { fields: Object.keys(UpdateUser.properties) })
        }
        if (password !== undefined) limitPassword('password', password)
        return { data: toView(await administration.update(req.principal, req.params.id, changes, req.ip)) }
      },
    )

    app.delete(
      '/api/users/:id',
      { config, schema: { summary: 'Delete an account', params: UserParams, response: { 200: Ok } } },
      async (req, reply) => {
        administration.remove(req.principal, req.params.id, req.ip)
        if (req.params.id === req.principal.userId) reply.header('set-cookie', sessionCookie('', 0, secureCookie))
        return ok
      },
    )
  }
