import { beforeEach, describe, expect, it } from 'vitest'
import {
  fromBase64,
  type RecordingState,
  SessionConnection,
  type SessionSocket,
  type SessionStatus,
  type StoredSession,
  toBase64,
} from './session-connection.ts'

class Socket implements SessionSocket {
  readyState = 1
  onmessage: SessionSocket['onmessage'] = null
  onclose: SessionSocket['onclose'] = null
  onopen: (() => void) | null = null
  readonly sent: Record<string, unknown>[] = []
  closedWith: number | undefined | null = null
  readonly query: string
  constructor(query: string) {
    this.query = query
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close(code?: number) {
    this.closedWith = code
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  print(text: string, more: object = {}) {
    this.receive({ type: 'output', data: toBase64(new TextEncoder().encode(text)), ...more })
  }
  lose(reason = '') {
    this.readyState = 3
    this.onclose?.({ reason })
  }
}

let sockets: Socket[]
let statuses: SessionStatus[]
let printed: string
let recordings: RecordingState[]
let stored: StoredSession | undefined
let now: number
let timers: (() => void)[]
let connection: SessionConnection
const latest = () => sockets.at(-1) as Socket
const runTimers = () => {
  for (const run of timers.splice(0)) run()
}

const makeConnection = (show = (shown: () => void) => shown()) =>
  new SessionConnection({
    connect: (query) => {
      sockets.push(new Socket(query))
      return latest()
    },
    now: () => now,
    after: (_, run) => {
      timers.push(run)
      return () => {
        timers = timers.filter((other) => other !== run)
      }
    },
    size: () => ({ rows: 24, cols: 80 }),
    onOutput(data, skipped, shown) {
      printed += `${skipped > 0 ? `[${skipped}]` : ''}${new TextDecoder().decode(data)}`
      show(shown)
    },
    onStatus: (status) => statuses.push(status),
    onRecording: (state) => recordings.push(state),
    makeLock: () => {
      throw new Error('no lock here')
    },
    store: (session) => {
      stored = session
    },
  })

beforeEach(() => {
  sockets = []
  statuses = []
  printed = ''
  recordings = []
  now = 0
  timers = []
  stored = undefined
  connection = makeConnection()
  connection.start()
  latest().receive({ type: 'session', session_id: 'id', secret: 'secret' })
  latest().receive({ type: 'started' })
})

const kinds = () => statuses.map(({ kind }) => kind)

it('encodes bytes of any length and value', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256)
  expect(fromBase64(toBase64(bytes))).toEqual(bytes)
})

describe('a session', () => {
  it('opens with the size of the window, and is ready when the shell has started', () => {
    expect(latest().query).toBe('resumable=true&rows=24&cols=80')
    expect(kinds()).toEqual(['connecting', 'open'])
  })

  it('sends input and sizes, and acknowledges what is shown', () => {
    connection.input(new TextEncoder().encode('é'))
    connection.resize({ rows: 1, cols: 2 })
    latest().print('x'.repeat(20_000))
    latest().print('x'.repeat(20_000))
    expect(latest().sent).toEqual([
      { type: 'input', data: 'w6k=' },
      { type: 'resize', rows: 1, cols: 2 },
      { type: 'output_shown', bytes: 40_000 },
    ])
  })

  it('ends with the words of the server', () => {
    const error = 'the shell exited with code 0'
    latest().receive({ type: 'error', error, reason: 'shell_exited', exit_code: 0 })
    latest().lose()
    expect(statuses.at(-1)).toEqual({ kind: 'ended', error, reason: 'shell_exited', exitCode: 0 })
    expect(timers).toEqual([])
  })

  it('says whether it is recorded', () => {
    latest().receive({ type: 'session', session_id: 'id', recorded: true })
    latest().receive({ type: 'recording_stopped' })
    latest().receive({ type: 'session', session_id: 'id', recorded: false })
    expect(recordings).toEqual(['off', 'on', 'stopped', 'stopped'])
  })

  it('says goodbye when it is closed', () => {
    connection.close()
    expect(stored).toBeUndefined()
    expect(latest().sent).toEqual([{ type: 'close' }])
    expect(latest().closedWith).toBe(1000)
    latest().lose()
    expect(kinds()).toEqual(['connecting', 'open'])
  })
})

describe('after a lost connection', () => {
  it('the session is resumed where the output was', () => {
    latest().print('abc')
    latest().print('def', { skipped: 10 })
    latest().lose()
    expect(kinds().at(-1)).toBe('lost')
    runTimers()
    expect(latest().query).toBe('resumable=true&resume=id')
    latest().onopen?.()
    expect(latest().sent).toEqual([{ type: 'resume', secret: 'secret', offset: 16, rows: 24, cols: 80 }])
    latest().receive({ type: 'session', session_id: 'id' })
    latest().receive({ type: 'started' })
    latest().print('ghi')
    expect([kinds().at(-1), printed]).toEqual(['open', 'abc[10]defghi'])
  })

  it('input is dropped', () => {
    latest().lose()
    connection.input(new Uint8Array([1]))
    expect(latest().sent).toEqual([])
  })

  it('it is given up after a minute', () => {
    latest().lose()
    runTimers()
    now = 61_000
    latest().lose()
    expect(statuses.at(-1)).toEqual({ kind: 'ended', error: undefined })
    expect(timers).toEqual([])
  })

  it('it ends when the server does not know it any more', () => {
    latest().lose()
    runTimers()
    latest().receive({ type: 'error', error: 'the session no longer exists' })
    expect(statuses.at(-1)).toEqual({ kind: 'ended', error: 'the session no longer exists' })
  })
})

describe('after a reload', () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  let finishShowing: () => void
  /** A page whose screen shows later. */
  const reload = (query: 'id' | 'other' = 'id') => {
    connection.leave()
    const session = { id: query, secret: 'secret' }
    connection = makeConnection((shown) => {
      finishShowing = shown
    })
    connection.start(session)
    latest().onopen?.()
  }

  it('leaving keeps the session', () => {
    expect(stored).toEqual({ id: 'id', secret: 'secret' })
    connection.leave()
    expect([latest().sent, latest().closedWith, stored]).toEqual([[], 3000, { id: 'id', secret: 'secret' }])
  })

  it('the session continues with what it has printed', () => {
    reload()
    expect(latest().query).toBe('resumable=true&resume=id')
    expect(latest().sent).toEqual([{ type: 'resume', secret: 'secret', offset: 0, rows: 24, cols: 80 }])
    latest().receive({ type: 'session', session_id: 'id', output_bytes: 13 })
    latest().receive({ type: 'started' })
    latest().print('abc', { skipped: 10 })
    expect([kinds().at(-1), printed]).toEqual(['open', 'abc'])
  })

  it('old output is not answered again', () => {
    reload()
    latest().receive({ type: 'session', session_id: 'id', output_bytes: 3 })
    latest().print('abc')
    connection.input(encode('answer'))
    expect(latest().sent).toHaveLength(1)
    finishShowing()
    connection.input(encode('x'))
    expect(latest().sent.slice(1)).toEqual([{ type: 'input', data: 'eA==' }])
  })

  it('a session without output takes input at once', () => {
    reload()
    latest().receive({ type: 'session', session_id: 'id' })
    connection.input(encode('x'))
    expect(latest().sent.slice(1)).toEqual([{ type: 'input', data: 'eA==' }])
  })

  it('one that has ended is replaced by a new one', () => {
    reload('other')
    latest().receive({ type: 'error', error: 'the session no longer exists', reason: 'unknown_session' })
    expect(latest().query).toBe('resumable=true&rows=24&cols=80')
    latest().receive({ type: 'session', session_id: 'new', secret: 'new' })
    latest().receive({ type: 'started' })
    expect([kinds().at(-1), stored]).toEqual(['open', { id: 'new', secret: 'new' }])
  })

  it('one that another page continues is not taken back', () => {
    latest().lose('replaced')
    expect([kinds().at(-1), timers]).toEqual(['replaced', []])
  })
})
