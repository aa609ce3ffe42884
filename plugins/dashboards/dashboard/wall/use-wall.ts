import { usePageSearch } from '@svc/dashboard-sdk'
import { useCallback, useEffect, useRef } from 'react'
import { boardPage } from '../pages.ts'

/** Keeps the screen on if the browser supports it. The lock must be requested again when the page becomes visible. */
function useAwake(isOn: boolean) {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Navigator>
    if (!isOn || !wakeLock) return
    let lock: WakeLockSentinel | undefined
    let isDisposed = false
    const ask = async () => {
      if (document.hidden) return
      // It may be refused, for example if the battery is low.
      const got = await wakeLock.request('screen').catch(() => undefined)
      if (isDisposed) await got?.release()
      else lock = got
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isDisposed = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [isOn])
}

/** Makes everything behind `element` inert, except toasts. */
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
    for (const element of behind) element.inert = false
  }
}

/** Full-screen mode of a board. Escape leaves it, even if the browser does not support full screen. */
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
  // Leave full screen when navigating to another page.
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    },
    [],
  )
  return {
    isWall,
    /** ref of the element that fills the screen */
    place,
    leave,
    enter: () => {
      setWall(true)
      void document.documentElement.requestFullscreen?.().catch(() => undefined)
    },
  }
}
