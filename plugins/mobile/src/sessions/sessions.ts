import { randomUUID } from 'node:crypto'
import type { User } from '@svc/plugin-auth/contract'
import { type Clock, type Core, credentialsRevoked, toSeconds } from '@svc/plugin-sdk'
import type { Config } from '../config.ts'
import { issueToken } from '../token.ts'
import type { Removal } from './removal.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'
import type { TokenResponse } from './token-response.ts'

/** Far more than anyone needs. Beyond it, the least recently used session is deleted. */
const maxPerUser = 256

export interface Installation {
  readonly installationId: string
  readonly deviceName: string
  /** client address */
  readonly ip: string
}

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly config: Config
  readonly store: SessionsStore
  readonly remove: Removal
  readonly emit: Core['emit']
}

/** Opens sessions and rotates their tokens. Call it inside a transaction. */
export function makeSessions({ clock, config, store, remove, emit }: Deps) {
  const { refresh_ttl: refreshTtl } = config.mobile
  // an access token must not outlive the refresh token
  const accessTtl = Math.min(config.mobile.access_ttl, refreshTtl)

  const issue = () => {
    const now = toSeconds(clock.now())
    const [access, refresh] = [issueToken(), issueToken()]
    return {
      columns: {
        access_hash: access.hash,
        access_expires_at: now + accessTtl,
        refresh_hash: refresh.hash,
        refresh_expires_at: now + refreshTtl,
        last_used_at: now,
      },
      response: (sessionId: string, { id, username, role }: User): TokenResponse => ({
        access_token: access.token,
        access_expires_in_secs: accessTtl,
        refresh_token: refresh.token,
        refresh_expires_in_secs: refreshTtl,
        token_type: 'Bearer',
        user: { id, username, role },
        mobile_session_id: sessionId,
      }),
    }
  }

  return {
    open(user: User, { installationId, deviceName, ip }: Installation): TokenResponse {
      const { columns, response } = issue()
      const revocation = issueToken()
      const id = randomUUID()
      for (const old of store.ofUser(user.id).slice(maxPerUser - 1)) remove(old)
      store.insert({
        ...columns,
        id,
        user_id: user.id,
        installation_id: installationId,
        device_name: deviceName,
        revocation_hash: revocation.hash,
        credentials_version: user.credentialsVersion,
        created_at: columns.last_used_at,
        ip,
      })
      return { ...response(id, user), revocation_token: revocation.token }
    },

    /** Undefined if the refresh token of the row is no longer current. */
    rotate(row: SessionRow, user: User, ip: string): TokenResponse | undefined {
      const { columns, response } = issue()
      if (!store.rotate({ ...columns, id: row.id, ip, consumed: row.refresh_hash })) return undefined
      // open connections use the access token that was just replaced
      emit(credentialsRevoked, { userId: user.id, credentialId: row.id })
      return response(row.id, user)
    },
  }
}
export type Sessions = ReturnType<typeof makeSessions>
