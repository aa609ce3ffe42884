import type { Clock } from '@svc/plugin-sdk'
import { type Outbound, OutboundError, type OutboundOptions } from '@svc/plugin-system/contract'
import { DeliveryError, type LocalizedText } from '../contract.ts'
import { outboundWords } from './outbound-words.ts'
import { readRetryAfter } from './retry-after.ts'

/** What a receiver answered. */
export interface Answer {
  readonly status: number
  /** only the beginning of a long one */
  readonly body: Buffer
  /** seconds for which the receiver wants to be left alone, when it says so */
  readonly retryAfter: number | undefined
}

/** Asks one address; whatever is not an answer becomes a `DeliveryError`. */
export type Ask = (url: string, options: OutboundOptions) => Promise<Answer>

interface Dependencies {
  readonly outbound: Pick<Outbound, 'request'>
  readonly clock: Pick<Clock, 'now'>
}

/** Asking too fast, too early or while nobody is there; or a setting that somebody may be repairing right now. */
const passing = new Set([401, 403, 404, 407, 408, 423, 425, 429])

/** The receiver understood, and will say the same next time. */
const isFinal = (status: number) => status >= 400 && status < 500 && !passing.has(status)

/** Too many requests, or none for now: with these a receiver says when it will take one again. */
const comesBack = (status: number) => status === 429 || status === 503

const longestAnswer = 4096

export const makeAsk = ({ outbound, clock }: Dependencies): Ask => {
  return async (url, options) => {
    try {
      const { status, body, headers } = await outbound.request(url, { ...options, maxBytes: longestAnswer, cut: true })
      return { status, body, retryAfter: readRetryAfter(headers['retry-after'], clock.now()) }
    } catch (error) {
      if (error instanceof OutboundError) throw new DeliveryError(outboundWords(error), false)
      throw error
    }
  }
}

/**
 * Fails unless the answer of `who` is 2xx; `said` is the reason it gave, else its body is. In Chinese a name in Latin letters
 * ends with a space.
 */
export function demandSuccess(who: LocalizedText, { status, body, retryAfter }: Answer, said?: string): void {
  if (status >= 200 && status < 300) return
  const reason = said ?? body.toString()
  const [en, zh] = status >= 300 && status < 400 ? [' (redirects are not followed)', '（不跟随重定向）'] : ['', '']
  throw new DeliveryError(
    {
      en: `${who.en} answered with status ${status}${en}${reason.trim() ? `: ${reason}` : ''}`,
      zh: `${who.zh}返回状态码 ${status}${zh}${reason.trim() ? `：${reason}` : ''}`,
    },
    isFinal(status),
    comesBack(status) ? { retryAfter } : {},
  )
}

/** A member of a JSON answer, dots go deeper; undefined when it has none. */
function at({ body }: Pick<Answer, 'body'>, path: string): unknown {
  try {
    return path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], JSON.parse(body.toString()))
  } catch {
    return undefined
  }
}

/** The text member of a JSON answer, when it is one and has it. */
export function memberOf(answer: Pick<Answer, 'body'>, path: string): string | undefined {
  const value = at(answer, path)
  return typeof value === 'string' ? value : undefined
}

/** The number member of a JSON answer, when it is one and has it. */
export function numberOf(answer: Pick<Answer, 'body'>, path: string): number | undefined {
  const value = at(answer, path)
  return typeof value === 'number' ? value : undefined
}
