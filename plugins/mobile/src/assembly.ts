import type { SignIn, Users } from '@svc/plugin-auth/contract'
import { type Core, makeRateLimiter, type Registry } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Config } from './config.js'
import type { InstallationState } from './contract.js'
import { makePairingCodes } from './pairing/pairing-codes.js'
import { makeRedeem } from './pairing/redeem.js'
import { makeGrants } from './recovery/grants.js'
import { makeRecovery } from './recovery/recovery.js'
import { makeSearch } from './recovery/search.js'
import { makeDeviceActs } from './sessions/device-acts.js'
import { makeEntry } from './sessions/entry.js'
import { makeIssuer } from './sessions/issuer.js'
import { makeLiveness } from './sessions/liveness.js'
import { makeRefresh } from './sessions/refresh.js'
import { makeRemoval } from './sessions/removal.js'
import { makeRevoke } from './sessions/revoke.js'
import { makeSessions } from './sessions/sessions.js'
import { sessionsStore } from './sessions/sessions-store.js'
import { makeTrace, makeTraceFailure } from './trace.js'

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
