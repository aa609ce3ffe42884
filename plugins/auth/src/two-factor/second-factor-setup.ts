import { badRequest, type Clock, conflict, notFound, type Principal, toSeconds, unauthorized } from '@svc/plugin-sdk'
import type { Audit, Brand, Secrets, Settings } from '@svc/plugin-system/contract'
import type { StepUp } from '../account/step-up.ts'
import { makeExpiringMap } from '../oauth/expiring-map.ts'
import type { Revocation } from '../revocation.ts'
import type { UsersStore } from '../users/users-store.ts'
import { qrCode } from './qr-code.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { sealPurpose } from './second-factor.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import { makeTotpSecret, totpStep, totpUrl } from './totp.ts'

const pendingLimits = { lifetimeMs: 10 * 60_000, capacity: 1000 }

/** Shown to the user, but not yet confirmed with a code. */
interface PendingFactor {
  readonly secret: string
  readonly codeHashes: readonly string[]
}

/** Second factors during setup: in memory, one per user, for ten minutes. */
function makePendingFactors(clock: Pick<Clock, 'now'>) {
  const factors = makeExpiringMap<PendingFactor>(pendingLimits, clock)
  return {
    get: factors.get,
    drop: factors.delete,
    /** Replaces an older one and restarts its lifetime. */
    put(userId: string, factor: PendingFactor): void {
      factors.delete(userId)
      factors.set(userId, factor)
    },
  }
}

const productName = 'svc'
/** The name appears twice in the QR code, so every letter makes it denser. */
const maxIssuerLength = 32

/** Name of this installation in authenticator apps. A colon would end the name, control characters break the URL. */
function issuerOf(settings: Pick<Settings, 'get'>): string {
  const title = settings.get<Partial<Brand>>('brand')?.site_title ?? ''
  const name = title.replace(/[\s\p{C}:]+/gu, ' ').trim()
  return Array.from(name).slice(0, maxIssuerLength).join('').trim() || productName
}

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

/** Everything the user needs to set up an authenticator; returned once. */
export interface SetupOffer {
  readonly secret: string
  readonly address: string
  readonly qrCodePng: Buffer
  readonly recoveryCodes: string[]
}

/** Setup of a second factor, from a new secret to the confirming code. */
export function makeSecondFactorSetup(deps: Deps) {
  const { clock, users, factors, secrets, settings, stepUp, revocation, audit } = deps
  const pending = makePendingFactors(clock)

  return {
    /** Does not change the account. */
    start({ userId, username }: Principal): SetupOffer {
      if (factors.get(userId)) throw conflict('auth.TWO_FACTOR_ENABLED')
      const secret = makeTotpSecret()
      const { shown, hashes } = makeRecoveryCodes()
      const address = totpUrl(secret, issuerOf(settings), username)
      pending.put(userId, { secret, codeHashes: hashes })
      return { secret, address, qrCodePng: qrCode(address), recoveryCodes: shown }
    },

    /** `code` proves that the authenticator works; it cannot be used again to sign in. */
    enable(who: Principal, code: string, ip: string): void {
      const { userId, credentialId } = who
      const factor = pending.get(userId)
      if (!factor) throw badRequest('auth.SETUP_EXPIRED', { minutes: pendingLimits.lifetimeMs / 60_000 })
      const enable = (step: number) => {
        if (!users.get(userId)) throw notFound('auth.ACCOUNT_DELETED')
        const sealed = secrets.seal(sealPurpose(userId), factor.secret)
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
      const checkCode = () => totpStep(factor.secret, code, clock.now())
      stepUp.code({ who, act: '2fa_enable', ip }, unauthorized(), checkCode, enable)
      pending.drop(userId)
    },
  }
}
export type SecondFactorSetup = ReturnType<typeof makeSecondFactorSetup>
