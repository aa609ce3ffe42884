import { setTimeout as pause } from 'node:timers/promises'

/** Exit code of an agent that cannot work until its configuration is changed (EX_CONFIG). */
const configError = 78
const maxDelayMs = 30_000

/** The only such error that a new code can fix. @param {string} line */
const isCodeError = (line) => line.includes('rejected the enrollment code')

/**
 * Restarts the local agent whenever it exits, until `abort` is signaled. If its enrollment code is rejected, it gets a new
 * one, once; on any other configuration error it stays off.
 * @param {{
 *   start: (onLine: (line: string) => void) => import('./program.mjs').Program,
 *   renewCode: () => Promise<unknown>,
 *   abort: AbortSignal,
 *   report: (sentence: string) => void,
 * }} options `renewCode` resolves to a truthy value if there is a new code
 */
export async function keepAgent({ start, renewCode, abort, report }) {
  let delayMs = 1000
  let hasFreshCode = false
  while (!abort.aborted) {
    const startedAt = performance.now()
    let isCodeRejected = false
    const code = await start((line) => {
      isCodeRejected ||= isCodeError(line)
    }).ended
    if (abort.aborted) return
    if (code === configError) {
      if (!isCodeRejected || hasFreshCode || !(await renewCode())) {
        report('The local agent is not running; the server is. Fix the error above and restart.')
        return
      }
      hasFreshCode = true
      continue
    }
    if (performance.now() - startedAt > 2 * maxDelayMs) delayMs = 1000
    report(`The local agent exited with code ${code}; restarting in ${delayMs / 1000} s.`)
    await pause(delayMs, undefined, { signal: abort }).catch(() => {})
    delayMs = Math.min(delayMs * 2, maxDelayMs)
  }
}
