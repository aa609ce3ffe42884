import type { SignIn } from '@svc/plugin-auth/contract'
import { data, invalid, type Routes } from '@svc/plugin-sdk'
import { installationIdOf } from '../installation-text.ts'
import { materialOf } from './material.ts'
import { type Mode, modeOf } from './mode.ts'
import { RecoverAnswer, RecoverBody } from './recover-schema.ts'
import type { Recovery } from './recovery.ts'
import type { Claim } from './search.ts'

interface Deps {
  readonly signIn: SignIn
  readonly recovery: Recovery
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Absence of what is no id at all must not be confirmed. Some platforms write ids in upper case. */
function sessionIdOf(text: string | undefined): string | undefined {
  const id = text?.toLowerCase()
  if (id !== undefined && !uuid.test(id)) throw invalid('expected_session_id', 'must be a UUID')
  return id
}

const read = (body: RecoverBody): { readonly mode: Mode; readonly claim: Claim } => ({
  mode: modeOf(body),
  claim: {
    expectedUserId: body.expected_user_id,
    installationId: installationIdOf(body.installation_id),
    expectedSessionId: sessionIdOf(body.expected_session_id),
    material: materialOf(body),
  },
})

export const recoverRoute =
  ({ signIn, recovery }: Deps): Routes =>
  async (app) => {
    const counted = new WeakMap<object, () => void>()
    app.post(
      '/api/mobile/auth/recover',
      {
        config: { access: 'public' },
        // before everything else: what nobody can read counts as well
        onRequest: async (req) => void counted.set(req, signIn.countAttempt(req.ip, '')),
        schema: {
          summary: 'Removes a session of the phone app that was lost track of, or confirms that there is none',
          body: RecoverBody,
          response: { 200: data(RecoverAnswer) },
        },
      },
      async (req) => {
        const { mode, claim } = read(req.body)
        return { data: await recovery.recover(mode, claim, req.ip, () => counted.get(req)?.()) }
      },
    )
  }
