import { Type } from '@sinclair/typebox'
import { badRequest, data, forbidden, Ok, ok, type Routes, unauthorized } from '@svc/plugin-sdk'
import { codeSeconds, type PairingCodes } from '../pairing/pairing-codes.ts'
import type { DeviceActs } from '../sessions/device-acts.ts'
import { MobileDevice } from '../sessions/device-schema.ts'
import type { SessionRow } from '../sessions/sessions-store.ts'

interface Deps {
  readonly devices: DeviceActs
  readonly codes: PairingCodes
  sessionOf(token: string): SessionRow | undefined
}

const scheme = 'Bearer '

/** What signed-in users do with their own phones. */
export const deviceRoutes =
  ({ devices, codes, sessionOf }: Deps): Routes =>
  async (app) => {
    app.get(
      '/api/mobile/auth/devices',
      { config: { access: 'member' }, schema: { response: { 200: data(Type.Array(MobileDevice)) } } },
      async (req) => ({ data: devices.list(req.principal.userId) }),
    )

    app.delete(
      '/api/mobile/auth/devices/:id',
      {
        config: { access: 'member' },
        schema: { params: Type.Object({ id: Type.String({ maxLength: 128 }) }), response: { 200: Ok } },
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
        schema: { summary: 'Ends the mobile session whose access token is the bearer', response: { 200: Ok } },
      },
      async (req) => {
        // a cookie may have signed the caller in, so the bearer is looked up by itself
        const { authorization = '' } = req.headers
        if (!authorization.startsWith(scheme)) throw unauthorized()
        const session = sessionOf(authorization.slice(scheme.length))
        if (!session && req.principal.via !== 'bearer') throw unauthorized()
        if (!session) throw badRequest('the bearer token is not one of a mobile session')
        devices.logout(session, req.ip)
        return ok
      },
    )

    app.post(
      '/api/mobile/pair',
      {
        config: { access: 'member', notByKey: true },
        schema: {
          summary: 'Makes the code by which a phone is signed in as the caller; the previous one ends',
          response: { 200: data(Type.Object({ code: Type.String(), expires_in_secs: Type.Integer() })) },
        },
      },
      async (req) => {
        // as for API keys: a token of minutes must not become a session of its own
        const { via, credentialId } = req.principal
        if (via === 'bearer' && devices.living(credentialId)) throw forbidden('not with a phone; pair on the web page')
        const code = codes.create(req.principal)
        if (code === undefined) throw unauthorized()
        return { data: { code, expires_in_secs: codeSeconds } }
      },
    )
  }
