import { Type } from '@sinclair/typebox'
import { data, Nullable, nameSchemas, Ok, ok, type Routes, Timestamp, toTimestamp } from '@svc/plugin-sdk'
import { SignedIn } from '../account/account-schema.ts'
import { visitorOf } from '../sessions/visitor.ts'
import type { makeSignedInResponse } from '../sign-in/signed-in-response.ts'
import { secondFactorCookie, secondFactorCookieName } from './flow-cookies.ts'
import type { LinkedAccounts } from './linked-accounts.ts'
import type { OauthSecondFactor } from './oauth-second-factor.ts'

const LinkedAccount = Type.Object({
  id: Type.String(),
  user_id: Type.String(),
  provider: Type.String(),
  provider_user_id: Type.String(),
  email: Nullable(Type.String()),
  display_name: Nullable(Type.String()),
  created_at: Timestamp,
})

nameSchemas({ LinkedAccount })

interface Deps {
  readonly linkedAccounts: Pick<LinkedAccounts, 'list' | 'unlink'>
  readonly oauthSecondFactor: Pick<OauthSecondFactor, 'finish'>
  readonly signedInResponse: ReturnType<typeof makeSignedInResponse>
  readonly secureCookie: boolean
}

/** Linked accounts, and the second factor of a provider sign-in. */
export const oauthAccountRoutes =
  ({ linkedAccounts, oauthSecondFactor, signedInResponse, secureCookie }: Deps): Routes =>
  async (app) => {
    app.post(
      '/api/auth/oauth/second-factor',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Second factor after a provider',
          body: Type.Object({
            totp_code: Type.String({ minLength: 1, maxLength: 64, description: 'six digits, or a recovery code' }),
          }),
          response: { 200: data(SignedIn) },
        },
      },
      async (req, reply) => {
        const visitor = visitorOf(req)
        const token = req.cookies[secondFactorCookieName]
        const { user, opened } = oauthSecondFactor.finish(token, req.body.totp_code, visitor)
        const { cookie, data: signedIn } = signedInResponse(req, user, opened)
        reply.header('set-cookie', [cookie, secondFactorCookie('', 0, secureCookie)])
        return { data: signedIn }
      },
    )

    app.get(
      '/api/auth/oauth/accounts',
      {
        config: { access: 'member' },
        schema: { summary: 'Linked accounts', response: { 200: data(Type.Array(LinkedAccount)) } },
      },
      async ({ principal: { userId } }) => ({
        data: linkedAccounts.list(userId).map((row) => ({ ...row, created_at: toTimestamp(row.created_at) })),
      }),
    )

    app.delete(
      '/api/auth/oauth/accounts/:id',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Unlink an account',
          params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
          response: { 200: Ok },
        },
      },
      async (req) => {
        linkedAccounts.unlink(req.principal.userId, req.params.id, req.ip)
        return ok
      },
    )
  }
