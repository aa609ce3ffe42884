import { Type } from '@sinclair/typebox'
import { addressKey, badRequest, data, type RateLimiter, type Routes, unauthorized } from '@svc/plugin-sdk'
import type { Authority } from '../authority.ts'
import { isCode, isProposedToken } from '../secrets.ts'

export interface RegisterRouteDependencies {
  readonly authority: Authority
  readonly limiter: RateLimiter
}

const codeIn = (header: string | undefined) => {
  const code = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined
  return isCode(code) ? code : undefined
}

/** Checks in this order: limiter, form of the code, proposed token, the offer. Only the last one consumes it. */
export const registerRoute =
  ({ authority, limiter }: RegisterRouteDependencies): Routes =>
  async (app) => {
    app.post(
      '/api/agent/register',
      {
        config: { access: 'public' },
        attachValidation: true,
        onRequest: async (req) => {
          limiter.take(addressKey(req.ip))
          if (codeIn(req.headers.authorization) === undefined) throw unauthorized()
        },
        schema: {
          summary: 'Claims an enrollment offer; the code is the bearer token',
          body: Type.Object({
            proposed_run_token: Type.String({ description: '32 to 512 visible ASCII characters, made by the agent' }),
          }),
          response: { 200: data(Type.Object({ server_id: Type.String() })) },
        },
      },
      async (req) => {
        const code = codeIn(req.headers.authorization)
        const token: unknown = req.validationError ? undefined : req.body.proposed_run_token
        if (!isProposedToken(token)) {
          throw badRequest('proposed_run_token must have 32 to 512 visible ASCII characters and no whitespace')
        }
        const serverId = code === undefined ? undefined : authority.claim(code, token, req.ip)
        if (serverId === undefined) throw unauthorized()
        return { data: { server_id: serverId } }
      },
    )
  }
