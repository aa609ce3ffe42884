import type { SignIn, Users } from '@svc/plugin-auth/contract'
import { type Core, makeRateLimiter, type Registry } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Config } from './config.ts'
import type { InstallationState } from './contract.ts'
import { makePairingCodes } from './pairing/pairing-codes.ts'
import { makeRedeem } from './pairing/redeem.ts'
import { makeGrants } from './recovery/grants.ts'
import { makeRecovery } from './recovery/recovery.ts'
import { makeSearch } from './recovery/search.ts'
import { makeDeviceActs } from './sessions/device-acts.ts'
import { makeEntry } from './sessions/entry.ts'
import { makeIssuer } from './sessions/issuer.ts'
import { makeLiveness } from './sessions/liveness.ts'
import { makeRefresh } from './sessions/refresh.ts'
import { makeRemoval } from './sessions/removal.ts'
import { makeRevoke } from './sessions/revoke.ts'
import { makeSessions } from './sessions/sessions.ts'
import { sessionsStore } from './sessions/sessions-store.ts'
import { makeTrace, makeTraceFailure } from './trace.ts'

/** Apart from the login limiter, so that failed sign-ins of others behind one address cannot keep a phone from cleaning up. */
const revokeLimits = { max: 30, windowMs: 15 * 60_000 }

interface Context extends Core {
  readonly config: Config
  readonly audit: Audit
  readonly users: Users
  readonly signIn: SignIn
  readonly states: Registry<InstallationState>
}

/** Puts the parts of the plugin together, from the tables up. */
export function assemble({ config, db, clock, emit, audit, users, signIn, states }: Context) {
  const store = sessionsStore(db)
  const trace = makeTrace(audit)
  const remove = makeRemoval({ store, states, emit })
  const liveness = makeLiveness({ db, clock, users, store, remove })
  const sessions = makeSessions({ clock, config, store, remove, emit })
  const traceFailure = makeTraceFailure(audit)
  const shared = { db, clock, users, signIn, store, audit, trace, traceFailure, remove, liveness, sessions }
  const enter = makeEntry(shared)
  const codes = makePairingCodes(shared)
  const search = makeSearch({ ...shared, states })
  const revokeLimiter = makeRateLimiter(revokeLimits, clock)
  return {
    ...makeIssuer(shared),
    signIn,
    liveness,
    enter,
    codes,
    devices: makeDeviceActs(shared),
    refresh: makeRefresh(shared),
    revoke: makeRevoke(shared),
    revokeLimiter,
    rateLimit: { scope: 'mobile_revoke', ...revokeLimits, limiter: revokeLimiter },
    redeem: makeRedeem({ ...shared, codes, enter }),
    recovery: makeRecovery({ ...shared, codes, search, grants: makeGrants(clock) }),
  }
}
