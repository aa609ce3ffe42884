import {
  badRequest,
  type Clock,
  conflict,
  invalid,
  notFound,
  type Principal,
  toSeconds,
  unauthorized,
} from '@svc/plugin-sdk'
import type { Audit, Secrets, Settings } from '@svc/plugin-system/contract'
import type { StepUp } from '../account/step-up.ts'
import type { Revocation } from '../revocation.ts'
import type { UsersStore } from '../users/users-store.ts'
import { issuerOf } from './issuer.ts'
import { makePendingFactors } from './pending-factors.ts'
import { qrPicture } from './qr-picture.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { sealedFor } from './second-factor.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import { isTotpCode, makeTotpSecret, totpAddress, totpStep } from './totp.ts'

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly users: Pick<UsersStore, 'get'>
  readonly factors: SecondFactorStore
  readonly secrets: Secrets
  readonly settings: Pick<Settings, 'get'>
  readonly stepUp: Pick<StepUp, 'code'>
  readonly revocation: Revocation
  readonly audit: Audit
}

/** Everything the user needs to set up an authenticator, told once. */
export interface Offer {
  readonly secret: string
  readonly address: string
  readonly picture: Buffer
  readonly recoveryCodes: string[]
}

/** From a new secret to a second factor that sign-in asks for. */
export function makeSecondFactorSetup(deps: Deps) {
  const { clock, users, factors, secrets, settings, stepUp, revocation, audit } = deps
  const pending = makePendingFactors(clock)

  return {
    /** Changes nothing about the account. */
    start({ userId, username }: Principal): Offer {
      if (factors.get(userId)) throw conflict('two-factor sign-in is already on')
      const secret = makeTotpSecret()
      const { shown, hashes } = makeRecoveryCodes()
      const address = totpAddress(secret, issuerOf(settings), username)
      pending.put(userId, { secret, codeHashes: hashes })
      return { secret, address, picture: qrPicture(address), recoveryCodes: shown }
    },

    /** `typed` proves that the authenticator works; that very code never signs in. */
    enable(who: Principal, typed: string, ip: string): void {
      const { userId, credentialId } = who
      if (!isTotpCode(typed)) throw invalid('code', 'must be six digits')
      const factor = pending.get(userId)
      if (!factor) throw badRequest('no two-factor setup is under way, or it took more than 10 minutes; start again')
      const turnOn = (step: number) => {
        if (!users.get(userId)) throw notFound('the account is gone')
        const sealed = secrets.seal(sealedFor(userId), factor.secret)
        factors.insert({
          user_id: userId,
          sealed_secret: sealed,
          last_step: step,
          enabled_at: toSeconds(clock.now()),
        })
        factors.setCodes(userId, factor.codeHashes)
        revocation.all(userId, credentialId)
        audit.write({ userId, action: '2fa_enable', ip })
      }
      const stepOf = () => totpStep(factor.secret, typed, clock.now())
      stepUp.code({ who, act: '2fa_enable', ip }, unauthorized(), stepOf, turnOn)
      pending.drop(userId)
    },
  }
}
export type SecondFactorSetup = ReturnType<typeof makeSecondFactorSetup>
