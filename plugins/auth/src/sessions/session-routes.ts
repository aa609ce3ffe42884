import { Type } from '@sinclair/typebox'
import { data, Ok, ok, type Routes, toTimestamp } from '@svc/plugin-sdk'
import { SessionView } from '../account/account-schema.ts'
import type { SessionActions } from './session-actions.ts'
import { sessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

interface Deps {
  readonly sessionActions: SessionActions
  readonly sessions: Sessions
  readonly secureCookie: boolean
}

/** The caller's own sessions. */
export const sessionRoutes =
  ({ sessionActions, sessions, secureCookie }: Deps): Routes =>
  async (app) => {
    const clearedCookie = sessionCookie('', 0, secureCookie)

    app.post(
      '/api/auth/logout',
      { config: { access: 'member', whileFlagged: true }, schema: { summary: 'Sign out', response: { 200: Ok } } },
      async (req, reply) => {
        // API keys and bearer tokens are not the session of this browser.
        if (req.principal.via === 'cookie') sessionActions.signOut(req.principal, req.ip)
        reply.header('set-cookie', clearedCookie)
        return ok
      },
    )

    app.get(
      '/api/auth/sessions',
      {
        config: { access: 'member' },
        schema: { summary: 'Own sessions', response: { 200: data(Type.Array(SessionView)) } },
      },
      async ({ principal: { userId, credentialId } }) => ({
        data: sessions.list(userId).map((session) => ({
          ...session,
          created_at: toTimestamp(session.created_at),
          last_seen_at: toTimestamp(session.last_seen_at),
          expires_at: toTimestamp(session.expires_at),
          current: session.id === credentialId,
        })),
      }),
    )

    app.delete(
      '/api/auth/sessions/:id',
      {
        config: { access: 'member' },
        schema: {
          summary: 'End a session',
          params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
          response: { 200: Ok },
        },
      },
      async (req, reply) => {
        sessionActions.revoke(req.principal, req.params.id, req.ip)
        if (req.params.id === req.principal.credentialId) reply.header('set-cookie', clearedCookie)
        return ok
      },
    )
  }
