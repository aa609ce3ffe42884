import type { SignIn } from '@svc/plugin-auth/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Claim } from './find-session.ts'
import { toMaterial } from './material.ts'
import { type Mode, parseMode } from './mode.ts'
import { RecoverBody, RecoverResponse } from './recover-schema.ts'
import type { Recovery } from './recovery.ts'

interface Deps {
  readonly signIn: SignIn
  readonly recovery: Recovery
}

const parseBody = (body: RecoverBody): { readonly mode: Mode; readonly claim: Claim } => ({
  mode: parseMode(body),
  claim: {
    expectedUserId: body.expected_user_id,
    installationId: body.installation_id,
    expectedSessionId: body.expected_session_id?.toLowerCase(),
    material: toMaterial(body),
  },
})

export const recoverRoute =
  ({ signIn, recovery }: Deps): Routes =>
  async (app) => {
    const refunds = new WeakMap<object, () => void>()
    app.post(
      '/api/mobile/auth/recover',
      {
        config: { access: 'public' },
        // before parsing, so that malformed requests count too
        onRequest: async (req) => void refunds.set(req, signIn.countAttempt(req.ip, '')),
        schema: {
          summary: 'Deletes a lost session of a mobile app, or confirms that there is none',
          body: RecoverBody,
          response: { 200: data(RecoverResponse) },
        },
      },
      async (req) => {
        const { mode, claim } = parseBody(req.body)
        return { data: await recovery.recover(mode, claim, req.ip, () => refunds.get(req)?.()) }
      },
    )
  }
