import { StringDecoder } from 'node:string_decoder'
import { setTimeout as pause } from 'node:timers/promises'

const intervalMs = 200
/** characters per message; of what comes faster, the end is sent */
const maxLength = 32_768
const omittedNote = '\n[…]\n'

/**
 * Sends what a command prints while it runs. Waits for each message to be sent: a slow connection gets less, and memory
 * stays bounded.
 */
export function makeLiveOutput(send: (text: string) => Promise<void>) {
  const decoders = { stdout: new StringDecoder(), stderr: new StringDecoder() }
  let pending = ''
  let isSending = false
  const over = new AbortController()

  async function flush(): Promise<void> {
    isSending = true
    try {
      while (pending !== '' && !over.signal.aborted) {
        const text = pending
        pending = ''
        await send(text)
        await pause(intervalMs, undefined, { signal: over.signal })
      }
    } catch {
      // The connection has ended, or the command has.
    }
    isSending = false
  }

  return {
    push(chunk: Buffer, stream: 'stdout' | 'stderr'): void {
      if (over.signal.aborted) return
      pending += decoders[stream].write(chunk)
      // A surrogate pair that is cut becomes one replacement character.
      if (pending.length > maxLength * 2) pending = omittedNote + pending.slice(-maxLength)
      if (!isSending) void flush()
    },
    /** The result follows, which has everything. */
    end: () => over.abort(),
  }
}
