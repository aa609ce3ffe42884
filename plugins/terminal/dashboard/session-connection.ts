import type { Payload } from '@svc/protocol'
import type { Content } from '../src/end-to-end.ts'
import type * as wire from '../src/wire.ts'
import type { LockProblem, SessionLock } from './passkeys/session-lock.ts'

/** The server ends a session that nobody resumed by then. */
const resumeTimeoutMs = 60_000
const firstDelayMs = 500
const maxDelayMs = 5000
/** Input of one encrypted frame. */
const maxSealedBytes = 16 * 1024
/** Shown bytes that are acknowledged together; far below what the server sends ahead. */
const acknowledgedBytes = 32 * 1024

export interface Size {
  readonly rows: number
  readonly cols: number
}

export type SessionStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** the host wants an approval; `problem`: why the last attempt failed */
  | { readonly kind: 'locked'; readonly problem: LockProblem | undefined }
  /** the user is asked for the passkey, or the host checks it */
  | { readonly kind: 'approving' }
  /** the connection is lost; the session is being resumed */
  | { readonly kind: 'lost' }
  /** without an error the connection could not be opened */
  | {
      readonly kind: 'ended'
      readonly error: string | undefined
      readonly reason?: string | undefined
      readonly exitCode?: number | null | undefined
    }
  /** another page of this browser has taken the session over */
  | { readonly kind: 'replaced' }
  /** encrypted output was changed, repeated or left out on its way */
  | { readonly kind: 'tampered' }

/** What a page needs to resume a session. */
export interface StoredSession {
  readonly id: string
  readonly secret: string
}

/** Whether the session is recorded; `stopped`: its rest is not. */
export type RecordingState = 'off' | 'on' | 'stopped'

/** The part of a browser's WebSocket that a session uses. */
export interface SessionSocket {
  readonly readyState: number
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { readonly reason: string }) => void) | null
  send(text: string): void
  close(code?: number): void
}

interface Deps {
  /** `query` without the question mark */
  connect(query: string): SessionSocket
  now(): number
  after(ms: number, run: () => void): () => void
  size(): Size
  /** Calls `shown` when the bytes are on the screen. */
  onOutput(data: Uint8Array, skipped: number, shown: () => void): void
  onStatus(status: SessionStatus): void
  onRecording(state: RecordingState): void
  /** What approves and encrypts a session of a host that requires it. */
  makeLock(sessionId: string, challenge: Payload<typeof wire.Challenge>): SessionLock
  /** Keeps the session for the time after a reload; undefined: it has ended. */
  store(session: StoredSession | undefined): void
}

type Message =
  | ({ readonly type: 'session' } & Payload<typeof wire.Session>)
  | { readonly type: 'recording_stopped' }
  | { readonly type: 'started' }
  | ({ readonly type: 'challenge' } & Payload<typeof wire.Challenge>)
  | ({ readonly type: 'output' } & Payload<typeof wire.Output>)
  | ({ readonly type: 'error' } & Payload<typeof wire.ErrorUpdate>)

const open = 1
/** Close codes: the session is over; the page has left. */
const [normalClosure, leaving] = [1000, 3000]

export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // In pieces, because a long paste has more bytes than a call may have arguments.
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192))
  }
  return btoa(text)
}

/** A shell on a host. It outlives its connection: after a loss it is resumed where the page was. */
export class SessionConnection {
  readonly #deps: Deps
  #socket: SessionSocket | undefined
  #session: StoredSession | undefined
  /** of a session that an earlier page has shown: until here its terminal has answered what programs asked */
  #replayEnd = 0
  #isReplaying = false
  /** bytes of output so far */
  #offset = 0
  #unacknowledged = 0
  #lostAt: number | undefined
  #delayMs = firstDelayMs
  #cancelRetry: (() => void) | undefined
  #isOver = false
  #lock: SessionLock | undefined
  /** bytes of encrypted input that the server had when the session was resumed */
  #inputBytes = 0
  /** whether the server has all encrypted input */
  #isInputSynced = true

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** whether the host has accepted the approval, and the server relays what it cannot read */
  get isEncrypted(): boolean {
    return this.#lock?.isReady ?? false
  }

  /** Opens a session, or continues that of an earlier page. */
  start(stored?: StoredSession): void {
    if (stored) {
      this.#session = stored
      this.#isReplaying = true
      this.#deps.onStatus({ kind: 'connecting' })
      this.#resume()
    } else this.#open()
  }

  #open(): void {
    const { rows, cols } = this.#deps.size()
    this.#deps.onStatus({ kind: 'connecting' })
    this.#listen(this.#deps.connect(`resumable=true&rows=${rows}&cols=${cols}`))
  }

  /**
   * Bytes of the keyboard and answers of the terminal. What is typed while the connection is lost is dropped: nobody sees what
   * it would do. What old output asks again has been answered.
   */
  input(bytes: Uint8Array): void {
    if (this.#isReplaying) return
    if (this.#lock) {
      for (let from = 0; from < bytes.length; from += maxSealedBytes) {
        this.#seal({ kind: 'data', data: bytes.subarray(from, from + maxSealedBytes) })
      }
    } else this.#send({ type: 'input', data: toBase64(bytes) })
  }

  resize({ rows, cols }: Size): void {
    if (this.#lock) this.#seal({ kind: 'resize', rows, cols })
    else this.#send({ type: 'resize', rows, cols })
  }

  /** Asks the user for the passkey. */
  async approve(): Promise<void> {
    const lock = this.#lock
    if (!lock) return
    this.#deps.onStatus({ kind: 'approving' })
    const result = await lock.approve()
    if (this.#isOver) return
    if ('problem' in result) this.#deps.onStatus({ kind: 'locked', problem: result.problem })
    else this.#send({ type: 'approval', ...result })
  }

  /** What is typed before the approval or while the connection is lost is dropped, as without encryption. */
  #seal(content: Content): void {
    const lock = this.#lock
    if (!lock?.isReady || this.#socket?.readyState !== open) return
    void lock.seal(content).then((bytes) => {
      // The rest follows in one piece when the server has said what it received.
      if (this.#isInputSynced) this.#send({ type: 'input', data: toBase64(bytes) })
    })
  }

  #onChallenge(challenge: Payload<typeof wire.Challenge>): void {
    this.#lostAt = undefined
    this.#delayMs = firstDelayMs
    if (this.#lock?.isReady) {
      this.#continueSealed(this.#lock)
      return
    }
    const { makeLock, onStatus, store } = this.#deps
    // Its keys are gone after a reload.
    store(undefined)
    this.#lock = makeLock(this.#session?.id ?? '', challenge)
    onStatus({ kind: 'locked', problem: challenge.credentials.length === 0 ? 'noPasskey' : undefined })
  }

  /** Sends the input that was on its way when the connection was lost: the host accepts no gaps. */
  #continueSealed(lock: SessionLock): void {
    const missing = lock.sentFrom(this.#inputBytes)
    if (!missing) {
      this.#end({ kind: 'tampered' })
      return
    }
    this.#isInputSynced = true
    if (missing.length > 0) this.#send({ type: 'input', data: toBase64(missing) })
    this.#deps.onStatus({ kind: 'open' })
    this.resize(this.#deps.size())
  }

  async #openSealed(lock: SessionLock, data: Uint8Array, skipped: number): Promise<void> {
    this.#offset += data.length
    const end = this.#offset
    const contents = skipped > 0 ? undefined : await lock.open(data)
    if (this.#isOver) return
    if (!contents) return this.#end({ kind: 'tampered' })
    for (const content of contents) {
      if (content.kind === 'ready') {
        this.#deps.onStatus({ kind: 'open' })
        this.resize(this.#deps.size())
      }
    }
    const shown = contents.flatMap((content) => (content.kind === 'data' ? [content.data] : []))
    if (shown.length === 0) this.#onShown(end, data.length)
    for (const [index, bytes] of shown.entries()) {
      this.#deps.onOutput(bytes, 0, () => {
        if (index === shown.length - 1) this.#onShown(end, data.length)
      })
    }
  }

  /** Ends the session; nothing is reported any more. */
  close(): void {
    if (this.#isOver) return
    this.#send({ type: 'close' })
    this.#deps.store(undefined)
    this.#stop(normalClosure)
  }

  /** Leaves the session, which the next page may resume; nothing is reported any more. */
  leave(): void {
    if (this.#lock) this.close()
    else if (!this.#isOver) this.#stop(leaving)
  }

  #stop(code: number): void {
    this.#isOver = true
    this.#cancelRetry?.()
    this.#socket?.close(code)
  }

  #send(message: object): void {
    if (this.#socket?.readyState === open) this.#socket.send(JSON.stringify(message))
  }

  #listen(socket: SessionSocket, onOpen: (() => void) | null = null): void {
    this.#socket = socket
    this.#unacknowledged = 0
    socket.onopen = onOpen
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && !this.#isOver) this.#receive(JSON.parse(String(data)) as Message)
    }
    socket.onclose = ({ reason }) => {
      if (this.#socket !== socket || this.#isOver) return
      if (reason === 'replaced') this.#end({ kind: 'replaced' })
      else this.#retry()
    }
  }

  #receive(message: Message): void {
    if (message.type === 'session') {
      const { session_id: id, secret, recorded, output_bytes = 0, input_bytes = 0 } = message
      this.#inputBytes = input_bytes
      if (secret !== undefined) {
        this.#session = { id, secret }
        this.#deps.store(this.#session)
      }
      this.#replayEnd = output_bytes
      if (this.#offset >= output_bytes) this.#isReplaying = false
      this.#deps.onRecording(recorded === undefined ? 'off' : recorded ? 'on' : 'stopped')
    } else if (message.type === 'recording_stopped') {
      this.#deps.onRecording('stopped')
    } else if (message.type === 'started') {
      this.#lostAt = undefined
      this.#delayMs = firstDelayMs
      this.#deps.onStatus({ kind: 'open' })
    } else if (message.type === 'challenge') {
      this.#onChallenge(message)
    } else if (message.type === 'output') {
      const { skipped = 0 } = message
      const data = fromBase64(message.data)
      if (this.#lock) return void this.#openSealed(this.#lock, data, skipped)
      this.#offset += skipped + data.length
      const end = this.#offset
      // An earlier page has shown what is missing.
      this.#deps.onOutput(data, this.#isReplaying ? 0 : skipped, () => this.#onShown(end, data.length))
    } else if (message.type === 'error') {
      this.#onError(message)
    }
  }

  #onError({ error, reason, exit_code: exitCode }: Payload<typeof wire.ErrorUpdate>): void {
    const isUnknown = this.#isReplaying && reason === 'unknown_session'
    if (!isUnknown) {
      this.#end({ kind: 'ended', error, reason, exitCode })
      return
    }
    this.#isReplaying = false
    this.#session = undefined
    const before = this.#socket
    this.#open()
    before?.close(normalClosure)
  }

  #onShown(end: number, bytes: number): void {
    if (end >= this.#replayEnd) this.#isReplaying = false
    this.#unacknowledged += bytes
    if (this.#unacknowledged < acknowledgedBytes) return
    this.#send({ type: 'output_shown', bytes: this.#unacknowledged })
    this.#unacknowledged = 0
  }

  #retry(): void {
    const { now, after, onStatus } = this.#deps
    this.#socket = undefined
    this.#isInputSynced = this.#lock === undefined
    this.#lostAt ??= now()
    if (!this.#session || now() - this.#lostAt > resumeTimeoutMs) {
      this.#end({ kind: 'ended', error: undefined })
      return
    }
    onStatus({ kind: 'lost' })
    this.#cancelRetry = after(this.#delayMs, () => this.#resume())
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs)
  }

  #resume(): void {
    if (!this.#session) return
    const { id, secret } = this.#session
    const { connect, size } = this.#deps
    this.#listen(connect(`resumable=true&resume=${id}`), () =>
      this.#send({ type: 'resume', secret, offset: this.#offset, ...size() }),
    )
  }

  #end(status: SessionStatus): void {
    this.#deps.store(undefined)
    this.#stop(normalClosure)
    this.#deps.onStatus(status)
  }
}
