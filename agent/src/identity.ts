import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@svc/agent-sdk'
import { type ClaimResult, claim } from './claim.ts'
import { type DiskSteps, disk, writeDurably } from './durable-write.ts'
import { pause } from './pause.ts'
import { Refusal, reasonOf } from './refusal.ts'
import { generateToken, storeToken } from './token-file.ts'

export interface IdentityOptions {
  readonly serverUrl: string
  /** from the configuration; empty before the first start */
  readonly token: string
  readonly code: string
  /** where a generated token is stored */
  readonly tokenFile: string
  readonly stateDir: string
  readonly log: Logger
  readonly steps?: DiskSteps
  /** milliseconds per second of `Retry-After` */
  readonly secondMs?: number
}

/** Who this agent is to the server: its run token and the way to it. */
export interface Identity {
  /** Makes sure there is a token; a new one is stored first, then claimed. Throws `Refusal`. */
  prepare(signal: AbortSignal): Promise<void>
  readonly token: string
  /** The server refused the token. Claims it if that may still help. Throws `Refusal`. */
  rejected(signal: AbortSignal): Promise<void>
  /** The connection failed for another reason. */
  failedOtherwise(): void
  /** The server accepted the token. */
  proved(): Promise<void>
}

const claimsInARow = 3
const waitsForLimit = 30

/**
 * The code that this token was claimed with is remembered by its hash: a used code can never help again, and asking
 * with it would turn a passing 401 into a permanent rejection. A corrected or new code has another hash.
 */
function usedCode(stateDir: string, code: string, steps: DiskSteps) {
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
  const used = usedCode(stateDir, code, steps)
  let token = options.token
  let isProved = false
  let claims = 0
  /** the code was rejected, which is final once the token is refused after it */
  let refusal: Refusal | undefined

  async function claimPatiently(signal: AbortSignal): Promise<ClaimResult> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await claim({ serverUrl, code, token, signal })
      if (result.kind !== 'limited' || attempt === waitsForLimit || signal.aborted) return result
      log.warn(`too many registrations from this address, next attempt in ${result.retryAfterSeconds} s`)
      await pause(result.retryAfterSeconds * secondMs, signal)
      if (signal.aborted) return { kind: 'ambiguous', reason: 'the agent is closing' }
    }
  }

  /** Returns why it cannot work, if the server said so. */
  async function redeem(signal: AbortSignal): Promise<Refusal | undefined> {
    const result = await claimPatiently(signal)
    if (result.kind === 'confirmed') log.info('enrolled with the one-time code')
    if (result.kind === 'ambiguous') log.warn({ reason: result.reason }, 'enrolment unclear, trying the token')
    if (result.kind === 'limited') log.warn('enrolment is still limited by the server, trying the token')
    if (result.kind !== 'rejected') return undefined
    return new Refusal(
      `the server rejected the enrollment code with status ${result.status}: it is mistyped, expired or used; ` +
        `correct enrollment_code in ${tokenFile} or issue a new offer`,
    )
  }

  return {
    get token() {
      return token
    },
    async prepare(signal) {
      if (token) return
      if (!code) {
        throw new Refusal(
          `there is neither a token nor an enrollment_code; create an offer on the server and set enrollment_code in ${tokenFile}`,
        )
      }
      const generated = generateToken()
      await storeToken(tokenFile, generated, steps)
      token = generated
      const refused = await redeem(signal)
      if (refused) throw refused
    },
    async rejected(signal) {
      if (refusal) throw refusal
      if (isProved || !code || claims >= claimsInARow || (await used.isUsed())) {
        log.warn('the server does not accept the run token; it was revoked, or the server is another one')
        return
      }
      claims += 1
      // An earlier claim of this token, sent before a power loss or without an answer, may have gone through only now
      // and used the code up: the token tells.
      refusal = await redeem(signal)
      if (refusal) log.warn('the server rejected the enrollment code; trying the run token once more')
    },
    failedOtherwise() {
      claims = 0
    },
    async proved() {
      claims = 0
      refusal = undefined
      if (isProved) return
      isProved = true
      if (!code || (await used.isUsed())) return
      try {
        await used.remember()
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'the used enrollment code cannot be remembered')
      }
    },
  }
}
