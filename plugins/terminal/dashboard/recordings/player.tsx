import { Checkbox, IconButton, Segmented, useFormat, useStoredChoice, useT } from '@svc/dashboard-sdk'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Cast } from './cast.ts'
import { Playback, type PlaybackState } from './playback.ts'
import { openPlayerScreen } from './player-screen.ts'

const speeds = ['1', '2', '4'] as const
type Speed = (typeof speeds)[number]

/** milliseconds that an arrow key moves */
const step = 100
const toStep = (ms: number) => Math.ceil(ms / step) * step

function nextFrame(run: (now: number) => void): () => void {
  const frame = requestAnimationFrame(run)
  return () => cancelAnimationFrame(frame)
}

/** Plays a recording. */
export function Player({ cast }: { cast: Cast }): ReactNode {
  const t = useT()
  const format = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const playback = useRef<Playback>(null)
  const [{ position, isPlaying }, setState] = useState<PlaybackState>({ position: 0, isPlaying: false })
  const [readable] = useStoredChoice('terminal.readable', ['no', 'yes'])
  const [speed, setSpeed] = useState<Speed>('1')
  const [skipsPauses, setSkipsPauses] = useState(true)

  useEffect(() => {
    if (!element.current) return
    const screen = openPlayerScreen(element.current, readable === 'yes')
    const opened = new Playback({ cast, write: screen.write, resize: screen.resize, nextFrame, onChange: setState })
    playback.current = opened
    opened.skipsPauses = true
    opened.play()
    return () => {
      opened.close()
      screen.close()
    }
  }, [cast, readable])
  useEffect(() => {
    if (!playback.current) return
    playback.current.speed = Number(speed)
    playback.current.skipsPauses = skipsPauses
  }, [speed, skipsPauses])

  const toggle = () => (isPlaying ? playback.current?.pause() : playback.current?.play())
  const clock = (ms: number) => format.clock(Math.floor(ms / 1000))
  const times = { position: clock(position), length: clock(cast.durationMs) }

  return (
    <section aria-label={t('player.screen')} className="panel flex flex-col overflow-hidden">
      <div ref={element} className="max-h-[calc(100dvh-17rem)] min-h-48 overflow-auto font-mono" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t p-2.5">
        <div className="flex min-w-64 flex-1 items-center gap-3">
          <IconButton label={t(isPlaying ? 'player.pause' : 'player.play')} variant="primary" onClick={toggle}>
            {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          </IconButton>
          <input
            type="range"
            aria-label={t('player.position')}
            aria-valuetext={t('player.positionOf', times)}
            min={0}
            max={Math.max(step, toStep(cast.durationMs))}
            step={step}
            value={toStep(position)}
            onChange={({ target }) => playback.current?.seek(Number(target.value))}
            className="min-w-0 flex-1 accent-accent"
          />
          <span className="figures whitespace-nowrap text-muted text-sm">{t('player.positionOf', times)}</span>
        </div>
        <Segmented
          label={t('player.speed')}
          value={speed}
          onChange={setSpeed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
        />
        <Checkbox
          label={t('player.skipPauses')}
          checked={skipsPauses}
          onChange={({ target }) => setSkipsPauses(target.checked)}
        />
      </div>
    </section>
  )
}
