import { useStoredChoice } from '@svc/dashboard-sdk'
import { useEffect, useState } from 'react'

const isNarrowScreen = () => window.matchMedia('(max-width: 767.98px)').matches

/** Whether the sidebar is collapsed (remembered) and whether its drawer is open (phones). `Ctrl/Cmd+B` toggles. */
export function useSidebar() {
  const [width, setWidth] = useStoredChoice('sidebar', ['wide', 'narrow'])
  const [drawer, setDrawer] = useState(false)
  const collapsed = width === 'narrow'

  const toggle = () => {
    if (isNarrowScreen()) setDrawer((open) => !open)
    else setWidth(collapsed ? 'wide' : 'narrow')
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (isNarrowScreen()) setDrawer((open) => !open)
      else setWidth(collapsed ? 'wide' : 'narrow')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [collapsed, setWidth])

  return { collapsed, drawer, setDrawer, toggle }
}
