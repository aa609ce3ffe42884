import { Type } from '@sinclair/typebox'
import { badRequest, data, Ok, ok, type Routes, unauthorized } from '@svc/plugin-sdk'
import { codeSeconds, type PairingCodes } from '../pairing/pairing-codes.ts'
import type { DeviceActions } from '../sessions/device-actions.ts'
import { MobileDevice } from '../sessions/device-schema.ts'
import type { SessionRow } from '../sessions/sessions-store.ts'

interface Deps {
  readonly devices: DeviceActions
  readonly codes: PairingCodes
  sessionOf(token: string): SessionRow | undefined
}

const scheme = 'Bearer '

/** The caller's own phones. */
export const deviceRoutes =
  ({ devices, codes, sessionOf }: Deps): Routes =>
  async (app) => {
    app.get(
      '/api/mobile/auth/devices',
      {
        config: { access: 'member' },
        schema: { summary: 'Own phones', response: { 200: data(Type.Array(MobileDevice)) } },
      },
      async (req) => ({ data: devices.list(req.principal.userId) }),
    )

    app.delete(
      '/api/mobile/auth/devices/:id',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Remove a phone',
          params: Type.Object({ id: Type.String({ maxLength: 128 }) }),
          response: { 200: Ok },
        },
      },
      async (req) => {
        devices.revoke(req.principal.userId, req.params.id, req.ip)
        return ok
      },
    )

    app.post(
      '/api/mobile/auth/logout',
      {
        config: { access: 'member' },
        schema: { summary: 'Ends the mobile session of the bearer token', response: { 200: Ok } },
      },
      async (req) => {
        // the request may be authenticated by a cookie, so look up the bearer token itself
        const { authorization = '' } = req.headers
        if (!authorization.startsWith(scheme)) throw unauthorized()
        const session = sessionOf(authorization.slice(scheme.length))
        if (!session && req.principal.via !== 'bearer') throw unauthorized()
        if (!session) throw badRequest('mobile.NOT_A_MOBILE_SESSION')
        devices.logout(session, req.ip)
        return ok
      },
    )

    app.post(
      '/api/mobile/pair',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Creates a code that signs a phone in as the caller; replaces the previous code',
          response: { 200: data(Type.Object({ code: Type.String(), expires_in_secs: Type.Integer() })) },
        },
      },
      async (req) => {
        const code = codes.create(req.principal)
        if (code === undefined) throw unauthorized()
        return { data: { code, expires_in_secs: codeSeconds } }
      },
    )
  }
