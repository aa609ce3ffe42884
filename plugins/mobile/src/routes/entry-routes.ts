import { Type } from '@sinclair/typebox'
import type { SignIn } from '@svc/plugin-auth/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { mustChangePassword } from '../flagged.ts'
import { DeviceName, InstallationId } from '../installation-schema.ts'
import { deviceNameOf, installationIdOf } from '../installation-text.ts'
import type { Redeem } from '../pairing/redeem.ts'
import type { Entry } from '../sessions/entry.ts'
import type { Refresh } from '../sessions/refresh.ts'
import { TokenAnswer } from '../sessions/token-answer.ts'

interface Deps {
  readonly signIn: SignIn
  readonly enter: Entry
  readonly redeem: Redeem
  readonly refresh: Refresh
}

const InstallationFields = { installation_id: InstallationId, device_name: DeviceName }
const response = { 200: data(TokenAnswer) }

const installationOf = (body: { installation_id: string; device_name: string }, ip: string) => ({
  installationId: installationIdOf(body.installation_id),
  deviceName: deviceNameOf(body.device_name),
  ip,
})

/** How the app gets tokens. */
export const entryRoutes =
  ({ signIn, enter, redeem, refresh }: Deps): Routes =>
  async (app) => {
    app.post(
      '/api/mobile/auth/login',
      {
        config: { access: 'public' },
        schema: {
          body: Type.Object({
            ...InstallationFields,
            username: Type.String({ minLength: 1, maxLength: 1024 }),
            password: Type.String({ minLength: 1, maxLength: 4096 }),
            totp_code: Type.Optional(
              Type.String({ maxLength: 64, description: 'six digits, or a recovery code; after TWO_FACTOR_REQUIRED' }),
            ),
          }),
          response,
        },
      },
      async ({ body, ip }) => {
        const { username, password, totp_code: totpCode } = body
        const installation = installationOf(body, ip)
        const attempt = { username, password, ip, ...(totpCode !== undefined && { totpCode }) }
        const answer = await signIn.verify(attempt, (user) => enter.login(user, installation))
        if (!answer) throw mustChangePassword()
        return { data: answer }
      },
    )

    app.post(
      '/api/mobile/auth/pair',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Signs a phone in by a pairing code',
          body: Type.Object({ ...InstallationFields, code: Type.String({ minLength: 1, maxLength: 512 }) }),
          response,
        },
      },
      async ({ body, ip }) => ({ data: redeem(body.code, installationOf(body, ip)) }),
    )

    app.post(
      '/api/mobile/auth/refresh',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Replaces the tokens of a session; it keeps its id and its revocation token',
          body: Type.Object({
            refresh_token: Type.String({ minLength: 1, maxLength: 512 }),
            installation_id: InstallationId,
          }),
          response,
        },
      },
      async ({ body, ip }) => ({ data: refresh(body.refresh_token, installationIdOf(body.installation_id), ip) }),
    )
  }
