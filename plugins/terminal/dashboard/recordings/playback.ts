import type { Size } from '../session-connection.ts'
import type { Cast } from './cast.ts'

/** What is left of a pause when pauses are skipped. */
const shortPauseMs = 500
/** Characters that are written at once, so that a jump can be followed by another. */
const maxBatch = 128 * 1024
/** Clears the screen in order with what was written before. */
const fullReset = '\u001bc'

export interface PlaybackState {
  /** milliseconds since the beginning */
  readonly position: number
  readonly isPlaying: boolean
}

interface Deps {
  readonly cast: Cast
  /** Calls `done` when the text is on the screen. */
  write(text: string, done: () => void): void
  resize(size: Size): void
  /** Calls back once, at the next frame of the screen, with a time in milliseconds. */
  nextFrame(run: (now: number) => void): () => void
  onChange(state: PlaybackState): void
}

/** Plays a recorded session. */
export class Playback {
  speed = 1
  /** whether long pauses are shortened */
  skipsPauses = false
  readonly #deps: Deps
  #position = 0
  /** of the first event that was not written */
  #next = 0
  #isReset = true
  #isWriting = false
  #lastFrame: number | undefined
  #cancelFrame: (() => void) | undefined
  #isClosed = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#show()
  }

  get #isPlaying(): boolean {
    return this.#cancelFrame !== undefined
  }

  /** Continues; at the end, begins again. */
  play(): void {
    if (this.#isPlaying) return
    if (this.#position >= this.#deps.cast.durationMs) this.#moveTo(0)
    this.#lastFrame = undefined
    this.#requestFrame()
    this.#notify()
  }

  pause(): void {
    this.#cancelFrame?.()
    this.#cancelFrame = undefined
    this.#notify()
  }

  seek(ms: number): void {
    this.#moveTo(Math.min(Math.max(ms, 0), this.#deps.cast.durationMs))
    this.#notify()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelFrame?.()
  }

  #requestFrame(): void {
    this.#cancelFrame = this.#deps.nextFrame((now) => this.#onFrame(now))
  }

  #onFrame(now: number): void {
    const { events, durationMs } = this.#deps.cast
    const passed = (now - (this.#lastFrame ?? now)) * this.speed
    this.#lastFrame = now
    // The screen is slower than the session was.
    const target = this.#isWriting ? this.#position : this.#position + passed
    const nextAt = events[this.#next]?.at ?? durationMs
    const isPause = this.skipsPauses && !this.#isWriting && nextAt - target > shortPauseMs
    this.#moveTo(Math.min(isPause ? nextAt - shortPauseMs : target, durationMs))
    if (this.#position < durationMs) this.#requestFrame()
    else this.#cancelFrame = undefined
    this.#notify()
  }

  #moveTo(position: number): void {
    if (position < this.#position) {
      this.#next = 0
      this.#isReset = true
    }
    this.#position = position
    this.#show()
  }

  /** Writes what is due, one piece after the other. */
  #show(): void {
    if (this.#isWriting || this.#isClosed) return
    const { cast, write, resize } = this.#deps
    let text = ''
    let size: Size | undefined
    if (this.#isReset) {
      text = fullReset
      size = cast.size
      this.#isReset = false
    }
    for (let event = cast.events[this.#next]; event && event.at <= this.#position; event = cast.events[this.#next]) {
      const isSize = typeof event.change !== 'string'
      if (text.length > maxBatch || (isSize && text !== '')) break
      if (typeof event.change === 'string') text += event.change
      else size = event.change
      this.#next += 1
    }
    if (size) resize(size)
    if (text === '') return
    this.#isWriting = true
    write(text, () => {
      this.#isWriting = false
      this.#show()
    })
  }

  #notify(): void {
    this.#deps.onChange({ position: this.#position, isPlaying: this.#isPlaying })
  }
}
