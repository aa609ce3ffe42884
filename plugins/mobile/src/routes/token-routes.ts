import { Type } from '@sinclair/typebox'
import { PasswordText, type SignIn, UsernameText } from '@svc/plugin-auth/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { mustChangePassword } from '../flagged.ts'
import { DeviceName, InstallationId } from '../installation-schema.ts'
import type { Redeem } from '../pairing/redeem.ts'
import type { Refresh } from '../sessions/refresh.ts'
import type { SignInSession } from '../sessions/sign-in.ts'
import { TokenResponse } from '../sessions/token-response.ts'

interface Deps {
  readonly signIn: SignIn
  readonly openSession: SignInSession
  readonly redeem: Redeem
  readonly refresh: Refresh
}

const InstallationFields = { installation_id: InstallationId, device_name: DeviceName }
const response = { 200: data(TokenResponse) }

const parseInstallation = (body: { installation_id: string; device_name: string }, ip: string) => ({
  installationId: body.installation_id,
  deviceName: body.device_name.trim(),
  ip,
})

/** Routes that issue tokens to mobile apps. */
export const tokenRoutes =
  ({ signIn, openSession, redeem, refresh }: Deps): Routes =>
  async (app) => {
    app.post(
      '/api/mobile/auth/login',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Sign in with a phone',
          body: Type.Object({
            ...InstallationFields,
            username: UsernameText,
            password: PasswordText,
            totp_code: Type.Optional(
              Type.String({ maxLength: 64, description: 'six digits, or a recovery code; after TWO_FACTOR_REQUIRED' }),
            ),
          }),
          response,
        },
      },
      async ({ body, ip }) => {
        const { username, password, totp_code: totpCode } = body
        const installation = parseInstallation(body, ip)
        const attempt = { username, password, ip, ...(totpCode !== undefined && { totpCode }) }
        const response = await signIn.verify(attempt, (user) => openSession.login(user, installation))
        if (!response) throw mustChangePassword()
        return { data: response }
      },
    )

    app.post(
      '/api/mobile/auth/pair',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Signs a phone in with a pairing code',
          body: Type.Object({ ...InstallationFields, code: Type.String({ minLength: 1, maxLength: 512 }) }),
          response,
        },
      },
      async ({ body, ip }) => ({ data: redeem(body.code, parseInstallation(body, ip)) }),
    )

    app.post(
      '/api/mobile/auth/refresh',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Replaces the tokens of a session, which keeps its id and revocation token',
          body: Type.Object({
            refresh_token: Type.String({ minLength: 1, maxLength: 512 }),
            installation_id: InstallationId,
          }),
          response,
        },
      },
      async ({ body, ip }) => ({ data: refresh(body.refresh_token, body.installation_id, ip) }),
    )
  }
