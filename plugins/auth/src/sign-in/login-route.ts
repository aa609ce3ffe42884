import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import { SignedIn } from '../account/account-schema.ts'
import type { SignIn } from '../contract.ts'
import type { makeAnswerSignedIn } from './answer-signed-in.ts'
import type { WebEntry } from './web-entry.ts'

interface Deps {
  readonly signIn: SignIn
  readonly enter: WebEntry
  readonly answerSignedIn: ReturnType<typeof makeAnswerSignedIn>
}

export const loginRoute =
  ({ signIn, enter, answerSignedIn }: Deps): Routes =>
  async (app) => {
    app.post(
      '/api/auth/login',
      {
        config: { access: 'public' },
        schema: {
          body: Type.Object({
            username: Type.String({ minLength: 1 }),
            password: Type.String({ minLength: 1 }),
            totp_code: Type.Optional(
              Type.String({ maxLength: 64, description: 'six digits, or a recovery code; after TWO_FACTOR_REQUIRED' }),
            ),
          }),
          response: { 200: data(SignedIn) },
        },
      },
      async (req, reply) => {
        const { username, password, totp_code: totpCode } = req.body
        const visitor = { ip: req.ip, userAgent: req.headers['user-agent'] ?? '' }
        const { user, opened } = await signIn.verify(
          { username, password, ip: req.ip, ...(totpCode !== undefined && { totpCode }) },
          (user) => ({ user, opened: enter(user.id, visitor) }),
        )
        const { cookie, data: signedIn } = answerSignedIn(req, user, opened)
        reply.header('set-cookie', cookie)
        return { data: signedIn }
      },
    )
  }
