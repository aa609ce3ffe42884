import { useEffect, useState } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Whether the command palette is open. `Ctrl/Cmd+K` toggles it; `/` opens it unless the user is typing. */
export function usePalette() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.shiftKey) return
      const withModifier = event.ctrlKey || event.metaKey
      const isShortcut = withModifier && event.key.toLowerCase() === 'k'
      const isSlash = !withModifier && event.key === '/' && !isTyping(event.target)
      // an open dialog keeps the keyboard
      if ((!isShortcut && !isSlash) || (isSlash && document.querySelector('[role=dialog]'))) return
      event.preventDefault()
      setOpen((before) => isSlash || !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return [open, setOpen] as const
}
