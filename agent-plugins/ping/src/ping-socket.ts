import { setTimeout as pause } from 'node:timers/promises'
import { type EchoAnswer, openEcho, roundTripMs } from '@svc/raw-socket'
import { describeError } from './outcome.ts'
import type { PingRequest, PingRun } from './ping.ts'

const intervalMs = 1000
/** as the `ping` programs of Linux and macOS send */
const payloadBytes = 56
/** Answers have the time at which the kernel received them, so it is enough to look now and then. */
const minTickMs = 2
const maxTickMs = 50

/** An error that a router reports, or undefined for what says nothing about the target. */
function describeRouterError({ error }: EchoAnswer): string | undefined {
  if (error?.kind === 'time_exceeded') return 'time to live exceeded'
  if (error?.kind === 'too_big') return 'packet too large'
  if (error?.kind !== 'unreachable') return undefined
  const { reason } = error
  return reason === 'prohibited' || reason === 'other' ? 'destination unreachable' : `destination ${reason} unreachable`
}

/** Sends one echo request per second. Rejects with `EPERM` or `EACCES` if no socket may be opened, or if `signal` aborts. */
export async function pingBySocket({ address, count, timeoutMs }: PingRequest, signal: AbortSignal): Promise<PingRun> {
  const echo = await openEcho(address)
  try {
    const payload = crypto.getRandomValues(new Uint8Array(payloadBytes))
    const began = performance.now()
    const waiting = new Map<number, { readonly at: number; readonly sentAt: number }>()
    const times: number[] = []
    let routerError: string | undefined
    let errorOutput: string | undefined
    let [turns, sent, lastSent] = [0, 0, began]

    const send = () => {
      turns += 1
      lastSent = performance.now()
      try {
        const at = echo.send(turns, payload)
        sent += 1
        waiting.set(turns, { at, sentAt: lastSent })
      } catch (error) {
        errorOutput = describeError(error)
      }
    }

    for (;;) {
      const now = performance.now()
      if (turns < count && now - began >= turns * intervalMs) send()
      for (let answer = echo.receive(); answer; answer = echo.receive()) {
        const request = waiting.get(answer.sequence)
        if (!request) continue
        waiting.delete(answer.sequence)
        if (answer.error) routerError ??= describeRouterError(answer)
        else times.push(roundTripMs(request.at, answer.at, performance.now() - request.sentAt))
      }
      const isOver = turns === count && waiting.size === 0
      const left = timeoutMs - (performance.now() - began)
      if (isOver || left <= 0) return { sent, times, routerError, errorOutput: sent === 0 ? errorOutput : undefined }
      const next = turns < count ? began + turns * intervalMs - performance.now() : left
      const tick =
        waiting.size === 0 ? next : Math.min(Math.max((performance.now() - lastSent) / 8, minTickMs), maxTickMs, next)
      await pause(Math.max(1, Math.min(tick, left)), undefined, { signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    echo.close()
  }
}
