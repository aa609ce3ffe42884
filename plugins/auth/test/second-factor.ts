import { TOTP } from 'otpauth'
import { type World, withCookie } from './world.ts'

/** Sends requests below `/api/auth/` with a session. */
export const caller =
  (world: World, headers: Record<string, string>) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): ReturnType<World['login']> =>
    world.kernel.inject({ method, url: `/api/auth/${path}`, headers, ...(payload && { payload }) })

/** An authenticator app with this secret. */
export function authenticatorOf(world: World, secret: string) {
  const totp = new TOTP({ secret })
  const at = (ms: number) => totp.generate({ timestamp: ms })
  return {
    /** The current code, or the one `steps` later. */
    code: (steps = 0) => at(world.kernel.clock.now() + steps * 30_000),
    /** A code that no nearby step has. */
    wrongCode(): string {
      const near = Array.from({ length: 9 }, (_, i) => at(world.kernel.clock.now() + (i - 4) * 30_000))
      return ['000000', '111111', '222222', '333333', '444444'].find((code) => !near.includes(code)) as string
    },
  }
}
export type Authenticator = ReturnType<typeof authenticatorOf>

/** Enables a second factor and advances the clock until that code has expired. */
export async function addSecondFactor(world: World, token: string) {
  const call = caller(world, withCookie(token))
  const offer = (await call('POST', '2fa/setup')).json().data
  const device = authenticatorOf(world, offer.secret)
  const response = await call('POST', '2fa/enable', { code: device.code() })
  if (response.statusCode !== 200) throw new Error(`enabling returned ${response.statusCode}: ${response.body}`)
  await world.kernel.clock.advance(120_000)
  return { device, secret: offer.secret as string, recoveryCodes: offer.recovery_codes as string[] }
}
