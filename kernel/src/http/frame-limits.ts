import type { Clock, FrameLimits } from '@svc/plugin-sdk'
import type { RawData, WebSocket } from 'ws'

/** A frame counts once per started unit. */
const unitBytes = 16 * 1024
/** A page sends a few subscriptions at once, and then rarely one. */
const defaults: Required<FrameLimits> = { maxBytes: unitBytes, perSecond: 20 }
const burstSeconds = 10
const holdMs = 1000
/** WebSocket close codes. */
const [policyViolation, messageTooBig] = [1008, 1009]

const sizeOf = (data: RawData): number =>
  Array.isArray(data)
    ? data.reduce((sum, { length }) => sum + length, 0)
    : data instanceof ArrayBuffer
      ? data.byteLength
      : data.length

/** Stops reading for a second from a browser that sends more than `limits`, and ends a flood. */
export function limitFrames(
  socket: WebSocket,
  limits: FrameLimits | undefined,
  clock: Clock,
  end: (code: number, reason: string) => void,
): void {
  const { maxBytes, perSecond } = { ...defaults, ...limits }
  const burst = perSecond * burstSeconds
  let left = burst
  let at = clock.now()
  let isHeld = false
  let release = () => {}
  socket.once('close', () => release())

  const hold = () => {
    isHeld = true
    socket.pause()
    release = clock.after(holdMs, () => {
      isHeld = false
      socket.resume()
    })
  }
  const charge = (bytes: number) => {
    const now = clock.now()
    left = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond)
    at = now
    left -= Math.max(1, Math.ceil(bytes / unitBytes))
    if (left < -burst) end(policyViolation, 'too many frames')
    else if (left < 0 && !isHeld) hold()
  }

  const emit = socket.emit.bind(socket)
  socket.emit = (event: string | symbol, ...values: unknown[]) => {
    if (event === 'message') {
      const bytes = sizeOf(values[0] as RawData)
      if (bytes > maxBytes) {
        end(messageTooBig, 'too large')
        return false
      }
      charge(bytes)
    }
    return emit(event, ...values)
  }
}
