import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@svc/agent-sdk'
import { type ClaimResult, claim } from './claim.ts'
import { FatalError, reasonOf } from './fatal-error.ts'
import { generateToken, storeToken } from './token-file.ts'
import { sleep } from './wait.ts'
import { type DiskSteps, disk, writeDurably } from './write-durably.ts'

export interface IdentityOptions {
  readonly serverUrl: string
  /** from the configuration; empty before the first start */
  readonly token: string
  readonly code: string
  /** where the generated token is stored */
  readonly tokenFile: string
  readonly stateDir: string
  readonly log: Logger
  readonly steps?: DiskSteps
  /** milliseconds per second of `Retry-After`, shortened by tests */
  readonly secondMs?: number
}

/** The agent's run token, and the enrollment that registers it with the server. */
export interface Identity {
  /** Makes sure there is a token; a new one is stored first, then claimed. Throws `Refusal`. */
  prepare(signal: AbortSignal): Promise<void>
  readonly token: string
  /** The server rejected the token. Claims it if that may still help. Throws `Refusal`. */
  onRejected(signal: AbortSignal): Promise<void>
  /** The connection failed for another reason. */
  onConnectionFailed(): void
  /** The server accepted the token. */
  onAccepted(): Promise<void>
}

const maxClaims = 3
const maxRateLimitedAttempts = 30

/**
 * Remembers the hash of the used enrollment code. Claiming with a used code cannot succeed and would turn a temporary 401
 * into a fatal error. A corrected or new code has a different hash.
 */
function makeUsedCodeStore(stateDir: string, code: string, steps: DiskSteps) {
  const path = join(stateDir, 'used-code')
  const hash = createHash('sha256').update(code).digest('hex')
  return {
    async isUsed() {
      const stored = await readFile(path, 'utf8').catch(() => '')
      return stored.trim() === hash
    },
    remember: () => writeDurably(path, `${hash}\n`, steps),
  }
}

export function makeIdentity(options: IdentityOptions): Identity {
  const { serverUrl, code, tokenFile, stateDir, log, steps = disk, secondMs = 1000 } = options
  const used = makeUsedCodeStore(stateDir, code, steps)
  let token = options.token
  let isProved = false
  let claims = 0
  /** the code was rejected; fatal once the token is rejected again after that */
  let rejection: FatalError | undefined

  async function claimWithRetries(signal: AbortSignal): Promise<ClaimResult> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await claim({ serverUrl, code, token, signal })
      if (result.kind !== 'rate-limited' || attempt === maxRateLimitedAttempts || signal.aborted) return result
      log.warn(`enrollment is rate limited, retrying in ${result.retryAfterSeconds} s`)
      await sleep(result.retryAfterSeconds * secondMs, signal)
      if (signal.aborted) return { kind: 'ambiguous', reason: 'the agent is closing' }
    }
  }

  /** Claims the token with the enrollment code. Returns an error if the server rejected the code. */
  async function enroll(signal: AbortSignal): Promise<FatalError | undefined> {
    const result = await claimWithRetries(signal)
    if (result.kind === 'confirmed') log.info('enrolled')
    if (result.kind === 'ambiguous') log.warn({ reason: result.reason }, 'enrollment result unknown, trying the token')
    if (result.kind === 'rate-limited') log.warn('enrollment is still rate limited, trying the token')
    if (result.kind !== 'rejected') return undefined
    return new FatalError(
      `the server rejected the enrollment code (status ${result.status}): it is mistyped, expired or already used; ` +
        `create a new code and set enrollment_code in ${tokenFile} or SVC_ENROLLMENT_CODE`,
    )
  }

  return {
    get token() {
      return token
    },
    async prepare(signal) {
      if (token) return
      if (!code) {
        throw new FatalError(
          `no token and no enrollment_code configured; create an enrollment code on the server and set enrollment_code in ${tokenFile} or SVC_ENROLLMENT_CODE`,
        )
      }
      const generated = generateToken()
      await storeToken(tokenFile, generated, steps)
      token = generated
      const error = await enroll(signal)
      if (error) throw error
    },
    async onRejected(signal) {
      if (rejection) throw rejection
      if (isProved || !code || claims >= maxClaims || (await used.isUsed())) {
        log.warn('the server does not accept the run token: it was revoked, or this is a different server')
        return
      }
      claims += 1
      // An earlier claim whose response was lost may have succeeded and used up the code: try the token once more.
      rejection = await enroll(signal)
      if (rejection) log.warn('the server rejected the enrollment code, trying the run token once more')
    },
    onConnectionFailed() {
      claims = 0
    },
    async onAccepted() {
      claims = 0
      rejection = undefined
      if (isProved) return
      isProved = true
      if (!code || (await used.isUsed())) return
      try {
        await used.remember()
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'failed to record the used enrollment code')
      }
    },
  }
}
