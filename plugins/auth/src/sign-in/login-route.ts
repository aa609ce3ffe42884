import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import { SignedIn } from '../account/account-schema.ts'
import type { SignIn } from '../contract.ts'
import { visitorOf } from '../sessions/visitor.ts'
import { PasswordText, UsernameText } from './credential-schema.ts'
import type { OpenWebSession } from './open-web-session.ts'
import type { makeSignedInResponse } from './signed-in-response.ts'

interface Deps {
  readonly signIn: SignIn
  readonly openWebSession: OpenWebSession
  readonly signedInResponse: ReturnType<typeof makeSignedInResponse>
}

export const loginRoute =
  ({ signIn, openWebSession, signedInResponse }: Deps): Routes =>
  async (app) => {
    app.post(
      '/api/auth/login',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Sign in',
          body: Type.Object({
            username: UsernameText,
            password: PasswordText,
            totp_code: Type.Optional(
              Type.String({ maxLength: 64, description: 'six digits, or a recovery code; after TWO_FACTOR_REQUIRED' }),
            ),
          }),
          response: { 200: data(SignedIn) },
        },
      },
      async (req, reply) => {
        const { username, password, totp_code: totpCode } = req.body
        const visitor = visitorOf(req)
        const { user, opened } = await signIn.verify(
          { username, password, ip: req.ip, ...(totpCode !== undefined && { totpCode }) },
          (user) => ({ user, opened: openWebSession(user.id, visitor) }),
        )
        const { cookie, data: signedIn } = signedInResponse(req, user, opened)
        reply.header('set-cookie', cookie)
        return { data: signedIn }
      },
    )
  }
