import { useCallback, useEffect, useState } from 'react'

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

/** The board alone on the whole screen. Escape ends it, also where the browser has no full screen to give. */
export function useWall() {
  const [isWall, setWall] = useState(false)
  useAwake(isWall)
  const leave = useCallback(() => {
    setWall(false)
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
  }, [])
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
  }, [isWall, leave])
  // Another page has its frame again.
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    },
    [],
  )
  return {
    isWall,
    leave,
    enter: () => {
      setWall(true)
      void document.documentElement.requestFullscreen?.().catch(() => undefined)
    },
  }
}
