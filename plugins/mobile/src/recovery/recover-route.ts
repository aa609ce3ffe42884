import type { SignIn } from '@svc/plugin-auth/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import { installationIdOf } from '../installation-text.js'
import { materialOf } from './material.js'
import { type Mode, modeOf } from './mode.js'
import { RecoverAnswer, RecoverBody } from './recover-schema.js'
import type { Recovery } from './recovery.js'
import type { Claim } from './search.js'

interface Deps {
  readonly signIn: SignIn
  readonly recover: Recovery
}

const read = (body: RecoverBody): { readonly mode: Mode; readonly claim: Claim } => ({
  mode: modeOf(body),
  claim: {
    expectedUserId: body.expected_user_id,
    installationId: installationIdOf(body.installation_id),
    expectedSessionId: body.expected_session_id,
    material: materialOf(body),
  },
})

export const recoverRoute =
  ({ signIn, recover }: Deps): Routes =>
  async (app) => {
    app.post(
      '/api/mobile/auth/recover',
      {
        config: { access: 'public' },
        attachValidation: true,
        schema: {
          summary: 'Removes a session of the phone app that was lost track of, or confirms that there is none',
          body: RecoverBody,
          response: { 200: data(RecoverAnswer) },
        },
      },
      async (req) => {
        const readable = () => {
          try {
            if (req.validationError) throw req.validationError
            return read(req.body)
          } catch (error) {
            // the limiter comes before everything else, also for what nobody can read
            signIn.count(req.ip, '')
            throw error
          }
        }
        const { mode, claim } = readable()
        return { data: await recover(mode, claim, req.ip) }
      },
    )
  }
