import type { SignIn } from '@svc/plugin-auth/contract'
import { data, invalid, type Routes } from '@svc/plugin-sdk'
import { parseInstallationId } from '../installation-text.ts'
import type { Claim } from './find-session.ts'
import { toMaterial } from './material.ts'
import { type Mode, parseMode } from './mode.ts'
import { RecoverBody, RecoverResponse } from './recover-schema.ts'
import type { Recovery } from './recovery.ts'

interface Deps {
  readonly signIn: SignIn
  readonly recovery: Recovery
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Rejects invalid ids, whose absence must not be confirmed. Accepts upper case, which some platforms use. */
function parseSessionId(text: string | undefined): string | undefined {
  const id = text?.toLowerCase()
  if (id !== undefined && !uuid.test(id)) throw invalid('expected_session_id', 'mobile.NOT_A_UUID')
  return id
}

const parseBody = (body: RecoverBody): { readonly mode: Mode; readonly claim: Claim } => ({
  mode: parseMode(body),
  claim: {
    expectedUserId: body.expected_user_id,
    installationId: parseInstallationId(body.installation_id),
    expectedSessionId: parseSessionId(body.expected_session_id),
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
          summary: 'Deletes a lost session of the phone app, or confirms that there is none',
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
