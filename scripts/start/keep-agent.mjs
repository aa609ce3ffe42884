import { setTimeout as pause } from 'node:timers/promises'

/** The agent's exit code for "this will not work until somebody changes something". */
const refused = 78
const longestPause = 30_000

/** The agent's sentence about the only refusal that a fresh code can end. @param {string} line */
const isAboutCode = (line) => line.includes('rejected the enrollment code')

/**
 * Keeps the local agent running until `halt` aborts. One whose enrollment code is rejected gets a fresh one, once; one
 * that refuses to work for another reason stays off, for that is for a person to change.
 * @param {{
 *   start: (onLine: (line: string) => void) => import('./program.mjs').Program,
 *   renewCode: () => Promise<unknown>,
 *   halt: AbortSignal,
 *   say: (sentence: string) => void,
 * }} options `renewCode` resolves to something true if there is a fresh code
 */
export async function keepAgent({ start, renewCode, halt, say }) {
  let wait = 1000
  let hasFreshCode = false
  while (!halt.aborted) {
    const startedAt = performance.now()
    let isCodeRejected = false
    const code = await start((line) => {
      isCodeRejected ||= isAboutCode(line)
    }).ended
    if (halt.aborted) return
    if (code === refused) {
      if (!isCodeRejected || hasFreshCode || !(await renewCode())) {
        say('The local agent stays off; the server keeps running. Fix the reason above and start again.')
        return
      }
      hasFreshCode = true
      continue
    }
    if (performance.now() - startedAt > 2 * longestPause) wait = 1000
    say(`The local agent ended with code ${code}; it starts again in ${wait / 1000} s.`)
    await pause(wait, undefined, { signal: halt }).catch(() => {})
    wait = Math.min(wait * 2, longestPause)
  }
}
