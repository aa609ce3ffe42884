import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { AgentFailed, type Agents } from '@svc/plugin-enrollment/contract'
import {
  ApiError,
  type CodedText,
  type Core,
  type Socket,
  text,
  toSeconds,
  toTimestamp,
  type VisibleServer,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { makeDecoder, type Payload, plainText } from '@svc/protocol'
import type { Recorder, Recordings } from '../recordings/recordings.ts'
import {
  Approval,
  Challenge,
  Close,
  ErrorUpdate,
  Input,
  OutputShown,
  openShell,
  RecordingStopped,
  Resize,
  Resume,
  Session,
  Started,
  TerminalApproval,
  TerminalInput,
  TerminalResize,
} from '../wire.ts'
import { OutputBuffer } from './output-buffer.ts'
import { sendTo, Viewer, type Visitor } from './viewer.ts'

/** Only what the page sends counts; a program that prints would otherwise keep a forgotten shell open. */
const idleMs = 600_000
/** How long a session without a page can be resumed. */
const resumeMs = 60_000
/** Output that a page may miss without losing it. */
const keptOutputBytes = 512 * 1024
/** Unsent output above which the shell waits for its page. */
const maxBehindBytes = 128 * 1024
/** Input that waits for the agent, above which the page is not read. */
const maxPendingInputBytes = 256 * 1024
const maxInputBytes = 64 * 1024
const maxReasonLength = 200

/** Close codes: the shell has ended, going away, policy violation. */
const [normal, goingAway, policyViolation] = [1000, 1001, 1008]
/** The credential has ended; sent by the kernel. */
const credentialEnded = 4001

export type CloseReason =
  | 'client_closed'
  | 'agent_disconnect'
  | 'server_disconnect'
  | 'idle_timeout'
  | 'token_expired'
  | 'credential_revoked'
  | 'agent_capability_disabled'
  | 'shell_exited'
  | 'failed'
  | 'replaced'
  | 'approval_failed'

export interface SessionDependencies extends Pick<Core, 'clock' | 'log' | 'text'> {
  readonly agents: Pick<Agents, 'open' | 'features'>
  readonly audit: Pick<Audit, 'write'>
  readonly recordings: Pick<Recordings, 'begin'>
}

export interface SessionOptions {
  readonly server: Pick<VisibleServer, 'id' | 'name'>
  readonly rows: number
  readonly cols: number
  /** the page acknowledges output, and may return after a lost connection */
  readonly isResumable: boolean
  /** the host wants an approval with a passkey; what is relayed is encrypted for the page and the agent */
  readonly isLocked: boolean
  /** the session is over, and cannot be resumed */
  onGone(): void
}

type ShellStream = Awaited<ReturnType<typeof openStream>>

const openStream = (agents: Pick<Agents, 'open'>, ...[serverId, session_id, rows, cols, signal]: OpenArguments) =>
  agents.open(serverId, openShell, { session_id, rows, cols }, { signal })
type OpenArguments = [serverId: string, session_id: string, rows: number, cols: number, signal: AbortSignal]

interface Outcome {
  readonly reason: CloseReason
  readonly error: string
  readonly exitCode?: number | null
}

const decode = makeDecoder([Input, Resize, Approval, OutputShown, Close, Resume])

/** A shell on a host and the page that shows it, from opening to end. */
export class TerminalSession {
  readonly id = randomUUID()
  readonly serverId: string
  readonly #secret = randomBytes(24).toString('base64url')
  readonly #dependencies: SessionDependencies
  readonly #options: SessionOptions
  readonly #output = new OutputBuffer(keptOutputBytes)
  readonly #over = new AbortController()
  readonly #startedAt: number
  readonly #openedBy: Visitor
  readonly #recorder: Recorder | undefined
  #stream: ShellStream | undefined
  #viewer: Viewer | undefined
  /** the last one, while there is none */
  #visitor: Visitor
  #wakeReader: (() => void) | undefined
  #writing: Promise<unknown>
  #pendingInput = 0
  #size: { rows: number; cols: number } | undefined
  #bytesIn = 0
  #outcome: Outcome | undefined
  #isGone = false
  #stopIdle: () => void
  #stopResume: (() => void) | undefined

  /** Throws if the session has to be recorded but cannot be. */
  constructor(dependencies: SessionDependencies, options: SessionOptions, socket: Socket, visitor: Visitor) {
    this.#dependencies = dependencies
    this.#options = options
    this.serverId = options.server.id
    this.#startedAt = dependencies.clock.now()
    this.#openedBy = visitor
    this.#visitor = visitor
    this.#stopIdle = () => {}
    this.#recorder = this.#record()
    this.#restartIdle()
    this.#audit('terminal_opened', {
      ...(this.#recorder && { recorded: true }),
      ...(options.isLocked && { end_to_end_encrypted: true }),
    })
    this.#greet(socket, options.isResumable)
    this.attach(socket, visitor, 0)
    this.#writing = this.#open(options.rows, options.cols)
  }

  /** whether this user has left it, and may return */
  isLeftBy({ principal }: Visitor): boolean {
    return !this.#viewer && !this.#isGone && principal.userId === this.#openedBy.principal.userId
  }

  /** whether a page of this user may take it over */
  isResumableBy({ principal }: Visitor, secret: string): boolean {
    const [given, own] = [Buffer.from(secret), Buffer.from(this.#secret)]
    const isOwner = principal.userId === this.#openedBy.principal.userId
    return !this.#isGone && isOwner && given.length === own.length && timingSafeEqual(given, own)
  }

  /** The page returns after a lost connection; a connection that still seems to be open is replaced. */
  resume(socket: Socket, visitor: Visitor, { offset, rows, cols }: Payload<typeof Resume>): void {
    const before = this.#viewer?.socket
    this.#viewer = undefined
    before?.close(goingAway, 'replaced')
    this.#restartIdle()
    this.#greet(socket, false)
    this.#announce(socket)
    this.attach(socket, visitor, offset)
    this.#wakeReader?.()
    if (!this.#options.isLocked) this.#resize({ rows, cols })
  }

  attach(socket: Socket, visitor: Visitor, offset: number): void {
    this.#stopResume?.()
    this.#stopResume = undefined
    this.#visitor = visitor
    const viewer = new Viewer({
      socket,
      visitor,
      output: this.#output,
      offset: Math.min(offset, this.#output.end),
      acknowledges: this.#options.isResumable,
      onProgress: () => {
        this.#wakeReader?.()
        this.#finishIfShown()
      },
    })
    this.#viewer = viewer
    socket.on('message', (data, isBinary) => {
      if (this.#viewer === viewer && !isBinary) this.#receive(viewer, String(data))
    })
    socket.on('close', (code, reason) => {
      if (this.#viewer === viewer) this.#detach(code, String(reason))
    })
    viewer.pump()
    this.#finishIfShown()
  }

  /** Ends the session at once, without the rest of its output. */
  end(reason: CloseReason, error: string): void {
    this.#settle({ reason, error })
    this.#goAway()
  }

  /** A credential has ended, or what it allows has changed. The kernel closes only its sockets. */
  revoke(isAffected: (principal: Visitor['principal']) => boolean): void {
    if (isAffected(this.#visitor.principal)) this.end('credential_revoked', '')
  }

  #record(): Recorder | undefined {
    if (this.#options.isLocked) return undefined
    const { principal } = this.#openedBy
    const { server, rows, cols } = this.#options
    const owner = { user_id: principal.userId, username: principal.username }
    return this.#dependencies.recordings.begin(
      { id: this.id, server_id: server.id, title: server.name, rows, cols, ...owner },
      () => {
        if (this.#viewer) sendTo(this.#viewer.socket, RecordingStopped, {})
      },
    )
  }

  #greet(socket: Socket, isNew: boolean): void {
    sendTo(socket, Session, {
      session_id: this.id,
      ...(isNew ? { secret: this.#secret } : this.#output.end > 0 && { output_bytes: this.#output.end }),
      ...(!isNew && this.#options.isLocked && { input_bytes: this.#bytesIn }),
      ...(this.#recorder && { recorded: !this.#recorder.isCut }),
    })
  }

  /** Tells the page what the agent said when it opened the session. */
  #announce(socket: Socket): void {
    const { challenge } = this.#stream?.ready ?? {}
    if (challenge) sendTo(socket, Challenge, challenge)
    else if (this.#stream) sendTo(socket, Started, {})
  }

  #render(coded: CodedText): string {
    return this.#dependencies.text(coded)
  }

  async #open(rows: number, cols: number): Promise<void> {
    try {
      const { agents } = this.#dependencies
      this.#stream = await openStream(agents, this.serverId, this.id, rows, cols, this.#over.signal)
      const isLocked = this.#stream.ready.challenge !== undefined
      if (isLocked !== this.#options.isLocked) {
        this.end('failed', this.#render(text('terminal.LOCK_CHANGED')))
        return
      }
      if (this.#viewer) this.#announce(this.#viewer.socket)
      void this.#read(this.#stream)
    } catch (error) {
      this.#fail(error)
    }
  }

  async #read(stream: ShellStream): Promise<void> {
    try {
      const isPaced = stream.ready.paced === true
      for await (const { data } of stream) {
        const bytes = Buffer.from(data, 'base64')
        this.#output.push(bytes)
        this.#recorder?.output(bytes)
        this.#viewer?.pump()
        await this.#recorder?.hasRoom
        // Other agents do not wait, and their other sessions would: for those the page misses output instead.
        while (isPaced && this.#mustWait()) {
          await new Promise<void>((resolve) => {
            this.#wakeReader = resolve
          })
        }
      }
      const { error, exit_code, code } = await stream.ended
      // The agent says so before it reports its capabilities.
      if (code === 'denied') this.#withdraw()
      if (code === 'invalid' && this.#options.isLocked) this.#failApproval(error)
      this.#settle({ reason: 'shell_exited', error, exitCode: exit_code ?? null })
      this.#finishIfShown()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** An encrypted session cannot miss output, so that its shell also waits while there is no page. */
  #mustWait(): boolean {
    if (this.#outcome) return false
    return this.#viewer ? this.#viewer.behind > maxBehindBytes : this.#options.isLocked
  }

  #failApproval(reason: string): void {
    this.#audit('terminal_approval_failed', { reason: plainText(reason, maxReasonLength) })
    this.end('approval_failed', this.#render(text('terminal.APPROVAL_FAILED')))
  }

  #fail(error: unknown): void {
    if (this.#outcome) return
    if (error instanceof AgentFailed) this.end('failed', error.failure.reason)
    else if (error instanceof ApiError) this.#failRequest(error)
    else {
      this.#dependencies.log.error({ err: error, server_id: this.serverId }, 'a terminal session failed')
      this.end('failed', this.#render(text('terminal.FAILED')))
    }
  }

  #failRequest({ status, text: coded, message }: ApiError): void {
    const isRefused = status === 429 || status === 504
    if (isRefused) this.end('failed', coded ? this.#dependencies.text(coded) : message)
    else if (status === 403) this.#withdraw()
    else this.end('agent_disconnect', this.#render(text('terminal.AGENT_DISCONNECTED')))
  }

  #withdraw(): void {
    this.end('agent_capability_disabled', this.#render(text('terminal.CAPABILITY_WITHDRAWN')))
  }

  #receive(viewer: Viewer, frame: string): void {
    const decoded = decode(frame)
    if (decoded.kind === 'message' && decoded.message === OutputShown) {
      viewer.shown((decoded.payload as Payload<typeof OutputShown>).bytes)
      return
    }
    this.#restartIdle()
    if (decoded.kind !== 'message' || this.#outcome) return
    if (decoded.message === Input) this.#type(viewer, (decoded.payload as Payload<typeof Input>).data)
    else if (decoded.message === Resize) this.#resize(decoded.payload as Payload<typeof Resize>)
    else if (decoded.message === Approval) this.#approve(decoded.payload as Payload<typeof Approval>)
    else if (decoded.message === Close) this.end('client_closed', '')
  }

  #type({ socket }: Viewer, data: string): void {
    const bytes = Buffer.from(data, 'base64')
    this.#bytesIn += bytes.length
    this.#pendingInput += bytes.length
    if (this.#pendingInput > maxPendingInputBytes) socket.pause()
    for (let from = 0; from < bytes.length; from += maxInputBytes) {
      const piece = bytes.subarray(from, from + maxInputBytes)
      this.#write(async (stream) => {
        await stream.write(TerminalInput, { data: piece.toString('base64') })
        this.#pendingInput -= piece.length
        if (this.#pendingInput <= maxPendingInputBytes) socket.resume()
      })
    }
  }

  #approve(approval: Payload<typeof Approval>): void {
    this.#write(async (stream) => void (await stream.write(TerminalApproval, approval)))
  }

  /** Only the last size of several that wait matters. */
  #resize(size: { readonly rows: number; readonly cols: number }): void {
    this.#recorder?.resize(size.rows, size.cols)
    const isQueued = this.#size !== undefined
    this.#size = size
    if (isQueued) return
    this.#write(async (stream) => {
      const latest = this.#size ?? size
      this.#size = undefined
      await stream.write(TerminalResize, latest)
    })
  }

  #write(write: (stream: ShellStream) => Promise<void>): void {
    this.#writing = this.#writing
      .then(() => (this.#stream && !this.#outcome ? write(this.#stream) : undefined))
      // The reader reports why the stream has ended.
      .catch(() => {})
  }

  #restartIdle(): void {
    this.#stopIdle()
    if (this.#isGone) return
    this.#stopIdle = this.#dependencies.clock.after(idleMs, () =>
      this.end('idle_timeout', this.#render(text('terminal.IDLE_TIMEOUT'))),
    )
  }

  #detach(code: number, reason: string): void {
    this.#viewer = undefined
    this.#wakeReader?.()
    const { clock } = this.#dependencies
    const { deadline = Number.POSITIVE_INFINITY } = this.#visitor.principal
    const ms = Math.max(0, Math.min(resumeMs, deadline - clock.now()))
    if (code === credentialEnded) this.end(reason === 'token expired' ? 'token_expired' : 'credential_revoked', '')
    // Not `goingAway`: a page that is reloaded returns.
    else if (code === normal || !this.#options.isResumable) this.end('client_closed', '')
    else this.#stopResume = clock.after(ms, () => this.end(ms < resumeMs ? 'token_expired' : 'client_closed', ''))
  }

  /** The first reason counts. */
  #settle(outcome: Outcome): void {
    if (this.#outcome) return
    this.#outcome = outcome
    const now = this.#dependencies.clock.now()
    this.#audit('terminal_closed', {
      ended_at: toTimestamp(toSeconds(now)),
      duration_ms: now - this.#startedAt,
      close_reason: outcome.reason,
      bytes_in: this.#bytesIn,
      bytes_out: this.#output.end,
    })
    this.#recorder?.end()
    this.#over.abort()
    this.#stream?.close()
    this.#wakeReader?.()
  }

  /** The shell has ended and the page has everything that it printed. */
  #finishIfShown(): void {
    if (this.#outcome && this.#viewer?.behind === 0) this.#goAway()
  }

  #goAway(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#stopIdle()
    this.#stopResume?.()
    const viewer = this.#viewer
    this.#viewer = undefined
    const { reason, error, exitCode } = this.#outcome ?? { reason: 'failed', error: '', exitCode: null }
    if (viewer) {
      const { socket } = viewer
      if (error) sendTo(socket, ErrorUpdate, { error, reason, ...(exitCode != null && { exit_code: exitCode }) })
      const code = {
        server_disconnect: goingAway,
        agent_disconnect: goingAway,
        agent_capability_disabled: policyViolation,
      }
      socket.close(code[reason as keyof typeof code] ?? normal, reason)
      socket.resume()
    }
    this.#options.onGone()
  }

  #audit(action: string, more: object = {}): void {
    const { principal, ip } = this.#openedBy
    const started_at = toTimestamp(toSeconds(this.#startedAt))
    const detail = { server_id: this.serverId, session_id: this.id, started_at, ...more }
    this.#dependencies.audit.write({ userId: principal.userId, ip, action, detail })
  }
}
