import type { SignIn, Users } from '@svc/plugin-auth/contract'
import { type Core, makeRateLimiter, type Registry } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { makeAuditWriter, makeFailureWriter } from './audit-writer.ts'
import type { Config } from './config.ts'
import type { InstallationState } from './contract.ts'
import { makePairingCodes } from './pairing/pairing-codes.ts'
import { makeRedeem } from './pairing/redeem.ts'
import { makeSessionFinder } from './recovery/find-session.ts'
import { makeGrants } from './recovery/grants.ts'
import { makeRecovery } from './recovery/recovery.ts'
import { makeDeviceActions } from './sessions/device-actions.ts'
import { makeIssuer } from './sessions/issuer.ts'
import { makeRefresh } from './sessions/refresh.ts'
import { makeRemoval } from './sessions/removal.ts'
import { makeRevocationCheck } from './sessions/revocation-check.ts'
import { makeRevoke } from './sessions/revoke.ts'
import { makeSessions } from './sessions/sessions.ts'
import { sessionsStore } from './sessions/sessions-store.ts'
import { makeSignIn } from './sessions/sign-in.ts'

/** Separate from the login limit, so that failed sign-ins from the same address cannot block the cleanup of a phone. */
const revokeLimits = { max: 30, windowMs: 15 * 60_000 }

interface Context extends Core {
  readonly config: Config
  readonly audit: Audit
  readonly users: Users
  readonly signIn: SignIn
  readonly states: Registry<InstallationState>
}

export function assemble({ config, db, clock, emit, audit, users, signIn, states }: Context) {
  const store = sessionsStore(db)
  const writeAudit = makeAuditWriter(audit)
  const remove = makeRemoval({ store, states, emit })
  const revocationCheck = makeRevocationCheck({ db, clock, users, store, remove })
  const sessions = makeSessions({ clock, config, store, remove, emit })
  const writeFailure = makeFailureWriter(audit)
  const shared = { db, clock, users, signIn, store, audit, writeAudit, writeFailure, remove, revocationCheck, sessions }
  const enter = makeSignIn(shared)
  const codes = makePairingCodes(shared)
  const search = makeSessionFinder({ ...shared, states })
  const revokeLimiter = makeRateLimiter(revokeLimits, clock)
  return {
    ...makeIssuer(shared),
    signIn,
    revocationCheck,
    enter,
    codes,
    devices: makeDeviceActions(shared),
    refresh: makeRefresh(shared),
    revoke: makeRevoke(shared),
    revokeLimiter,
    rateLimit: { scope: 'mobile_revoke', ...revokeLimits, limiter: revokeLimiter },
    redeem: makeRedeem({ ...shared, codes, enter }),
    recovery: makeRecovery({ ...shared, codes, search, grants: makeGrants(clock) }),
  }
}
