import { describe, expect, it } from 'vitest'
import type { Size } from '../session-connection.ts'
import { type Cast, parseCast } from './cast.ts'
import { Playback, type PlaybackState } from './playback.ts'

const header = '{"version":2,"width":80,"height":24}'
const text = [header, '[0.1,"o","a"]', '[1,"o","b"]', '[1,"r","100x30"]', '[61,"o","c"]', ''].join('\n')
const cast = parseCast(text)

/** A playback whose screen shows at once, and whose frames the test makes. */
function played(of: Cast = cast, options: { isSlow?: boolean } = {}) {
  let screen = ''
  let size: Size | undefined
  let state: PlaybackState = { position: 0, isPlaying: false }
  let frame: ((now: number) => void) | undefined
  let now = 1000
  const writes: (() => void)[] = []
  const playback = new Playback({
    cast: of,
    write(piece, done) {
      screen = `${screen}${piece}`.split('\u001bc').at(-1) ?? ''
      if (options.isSlow) writes.push(done)
      else done()
    },
    resize: (next) => {
      size = next
    },
    nextFrame(run) {
      frame = run
      return () => {
        frame = undefined
      }
    },
    onChange: (next) => {
      state = next
    },
  })
  return {
    playback,
    writes,
    seen: () => ({ screen, ...size, ...state }),
    pass(ms: number) {
      now += ms
      const run = frame
      frame = undefined
      run?.(now)
    },
  }
}

describe('a file', () => {
  it('is read, also without its end', () => {
    expect(cast).toEqual({
      size: { rows: 24, cols: 80 },
      events: [
        { at: 100, change: 'a' },
        { at: 1000, change: 'b' },
        { at: 1000, change: { rows: 30, cols: 100 } },
        { at: 61_000, change: 'c' },
      ],
      durationMs: 61_000,
    })
    expect(parseCast(`${text}[62,"o","cu`)).toEqual(cast)
    expect(parseCast(`${text}[62,"i","typed"]\n[63,"r","wide"]\nnull\n`)).toEqual(cast)
    expect(parseCast(header)).toMatchObject({ events: [], durationMs: 0 })
  })

  it.each(['', 'text', '{"version":1,"width":80,"height":24}', '{"version":2}'])('is refused: %s', (wrong) => {
    expect(() => parseCast(wrong)).toThrow()
  })
})

describe('playback', () => {
  it('shows what was printed when it was printed, in the size of then', () => {
    const { playback, pass, seen } = played()
    expect(seen()).toEqual({ screen: '', rows: 24, cols: 80, position: 0, isPlaying: false })
    playback.play()
    pass(0)
    pass(99)
    expect(seen().screen).toBe('')
    pass(1)
    expect(seen()).toMatchObject({ screen: 'a', position: 100, isPlaying: true })
    pass(900)
    expect(seen()).toMatchObject({ screen: 'ab', rows: 30, cols: 100 })
    playback.pause()
    pass(1000)
    expect(seen()).toMatchObject({ position: 1000, isPlaying: false })
    playback.play()
    pass(0)
    pass(60_000)
    expect(seen()).toMatchObject({ screen: 'abc', position: 61_000, isPlaying: false })
  })

  it('begins again when it is over', () => {
    const { playback, pass, seen } = played()
    playback.seek(61_000)
    playback.play()
    expect(seen()).toMatchObject({ screen: '', rows: 24, cols: 80, position: 0, isPlaying: true })
    pass(0)
    pass(100)
    expect(seen().screen).toBe('a')
  })

  it('is faster', () => {
    const { playback, pass, seen } = played()
    playback.speed = 4
    playback.play()
    pass(0)
    pass(250)
    expect(seen()).toMatchObject({ screen: 'ab', position: 1000 })
  })

  it('shortens pauses', () => {
    const { playback, pass, seen } = played()
    playback.skipsPauses = true
    playback.play()
    pass(0)
    pass(500)
    pass(500)
    expect(seen().screen).toBe('ab')
    pass(0)
    expect(seen()).toMatchObject({ position: 60_500 })
    pass(500)
    expect(seen()).toMatchObject({ screen: 'abc', isPlaying: false })
  })

  it('jumps forward and back', () => {
    const { playback, seen } = played()
    playback.seek(1000)
    expect(seen()).toMatchObject({ screen: 'ab', rows: 30 })
    playback.seek(500)
    expect(seen()).toMatchObject({ screen: 'a', rows: 24, position: 500 })
    playback.seek(999_999)
    expect(seen()).toMatchObject({ screen: 'abc', position: 61_000 })
    playback.seek(-1)
    expect(seen()).toMatchObject({ screen: '', position: 0 })
  })

  it('waits for a slow screen, and a jump does not wait for all that was due', () => {
    const events = Array.from({ length: 100 }, (_, at) => ({ at, change: 'x'.repeat(32 * 1024) }))
    const { playback, pass, seen, writes } = played({ size: cast.size, events, durationMs: 99 }, { isSlow: true })
    writes.shift()?.()
    playback.play()
    pass(0)
    pass(50)
    expect(writes).toHaveLength(1)
    pass(50)
    expect(seen()).toMatchObject({ position: 50, isPlaying: true })
    playback.seek(0)
    writes.shift()?.()
    expect(seen().screen).toBe('x'.repeat(32 * 1024))
  })
})
