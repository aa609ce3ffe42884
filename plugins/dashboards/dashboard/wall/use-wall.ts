import { usePageSearch } from '@svc/dashboard-sdk'
import { useCallback, useEffect, useRef } from 'react'
import { boardPage } from '../pages.ts'

/** Keeps the screen of a wall display on, where the browser can; asked again whenever the page is shown. */
function useAwake(isOn: boolean) {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Navigator>
    if (!isOn || !wakeLock) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async () => {
      if (document.hidden) return
      // a battery that runs low may refuse it
      const got = await wakeLock.request('screen').catch(() => undefined)
      if (isOver) await got?.release()
      else lock = got
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [isOn])
}

/** Keeps the focus out of what is behind `element`, where nobody sees it; messages in the corner stay in reach. */
function makeInertAround(element: HTMLElement): () => void {
  const behind: HTMLElement[] = []
  for (let at: Element = element; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || !(other instanceof HTMLElement) || other.inert || other.matches('[aria-live]')) continue
      other.inert = true
      behind.push(other)
    }
  }
  return () => {
    for (const one of behind) one.inert = false
  }
}

/** The board alone on the whole screen. Escape ends it, also where the browser has no full screen to give. */
export function useWall() {
  const [{ wall: isWall }, setSearch] = usePageSearch(boardPage)
  const setWall = useCallback((wall: boolean) => setSearch({ wall }), [setSearch])
  const place = useRef<HTMLDivElement>(null)
  useAwake(isWall)
  useEffect(() => (isWall && place.current ? makeInertAround(place.current) : undefined), [isWall])
  const leave = useCallback(() => {
    setWall(false)
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
  }, [setWall])
  useEffect(() => {
    if (!isWall) return
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) leave()
    }
    const onChange = () => {
      if (!document.fullscreenElement) setWall(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onChange)
    }
  }, [isWall, leave, setWall])
  // Another page has its frame again.
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    },
    [],
  )
  return {
    isWall,
    /** of what fills the screen */
    place,
    leave,
    enter: () => {
      setWall(true)
      void document.documentElement.requestFullscreen?.().catch(() => undefined)
    },
  }
}
