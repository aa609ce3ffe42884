import { type Outbound, type OutboundAnswer, OutboundError, type OutboundOptions } from '@svc/plugin-system/contract'
import { DeliveryError } from '../contract.js'

/** Asking too fast, too early or while nobody is there; or a setting that somebody may be repairing right now. */
const passing = new Set([401, 403, 404, 407, 408, 423, 425, 429])

/** The receiver understood, and will say the same next time. */
const isFinal = (status: number) => status >= 400 && status < 500 && !passing.has(status)

const longestAnswer = 4096

/** Asks one address; whatever is not an answer becomes a `DeliveryError`. Only the beginning of an answer is read. */
export async function ask(outbound: Outbound, url: string, options: OutboundOptions): Promise<OutboundAnswer> {
  try {
    return await outbound.request(url, { ...options, maxBytes: longestAnswer, cut: true })
  } catch (error) {
    if (error instanceof OutboundError) throw new DeliveryError(error.message, false)
    throw error
  }
}

/** Fails unless the answer of `who` is 2xx; `said` is the reason it gave, else its body is. */
export function demandSuccess(who: string, { status, body }: OutboundAnswer, said?: string): void {
  if (status >= 200 && status < 300) return
  const reason = said ?? body.toString()
  const redirected = status >= 300 && status < 400 ? ' (redirects are not followed)' : ''
  throw new DeliveryError(
    `${who} answered with status ${status}${redirected}${reason.trim() ? `: ${reason}` : ''}`,
    isFinal(status),
  )
}

/** The text member of a JSON answer, when it is one and has it. */
export function memberOf({ body }: OutboundAnswer, name: string): string | undefined {
  try {
    const value: unknown = (JSON.parse(body.toString()) as Record<string, unknown> | null)?.[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
