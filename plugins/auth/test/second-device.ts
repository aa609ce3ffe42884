import { TOTP } from 'otpauth'
import { type Door, withCookie } from './door.ts'

/** A caller with a session. */
export const caller =
  (door: Door, headers: Record<string, string>) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): ReturnType<Door['login']> =>
    door.kernel.inject({ method, url: `/api/auth/${path}`, headers, ...(payload && { payload }) })

/** An authenticator that was set up with this address. */
export function authenticatorOf(door: Door, secret: string) {
  const totp = new TOTP({ secret })
  const at = (ms: number) => totp.generate({ timestamp: ms })
  return {
    /** The code it shows now, or did or will `steps` later. */
    code: (steps = 0) => at(door.kernel.clock.now() + steps * 30_000),
    /** A code of no step near now. */
    wrong(): string {
      const near = Array.from({ length: 9 }, (_, i) => at(door.kernel.clock.now() + (i - 4) * 30_000))
      return ['000000', '111111', '222222', '333333', '444444'].find((code) => !near.includes(code)) as string
    },
  }
}
export type SecondDevice = ReturnType<typeof authenticatorOf>

/** Sets a second factor up and moves on until the code that did it is old. */
export async function addSecondFactor(door: Door, token: string) {
  const call = caller(door, withCookie(token))
  const offer = (await call('POST', '2fa/setup')).json().data
  const device = authenticatorOf(door, offer.secret)
  const answer = await call('POST', '2fa/enable', { code: device.code() })
  if (answer.statusCode !== 200) throw new Error(`enabling answered ${answer.statusCode}: ${answer.body}`)
  await door.kernel.clock.advance(120_000)
  return { device, secret: offer.secret as string, recoveryCodes: offer.recovery_codes as string[] }
}
