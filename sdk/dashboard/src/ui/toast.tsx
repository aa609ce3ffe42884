import { type ReactNode, useEffect, useState } from 'react'
import type { toast as Show } from 'sonner'
import { randomId } from '../random-id.ts'

/** Toast notifications. */
interface Toast {
  /** `act` adds a button and a longer duration. The returned function dismisses the toast. */
  success(text: ReactNode, act?: { readonly label: string; readonly onAct: () => void }): () => void
  error(text: ReactNode): void
  warning(text: ReactNode): void
  info(text: ReactNode): void
}

/**
 * Milliseconds until the code of toasts is loaded. The first page rarely needs it, but the first toast may say that nothing can
 * be loaded.
 */
const loadAfter = 3000

let shown: typeof Show | undefined
/** Calls before there is something that shows toasts. */
let waiting: ((show: typeof Show) => void)[] = []
/** Loads it now, while the container is there. */
let load: (() => void) | undefined

function whenShown(call: (show: typeof Show) => void): void {
  if (shown) call(shown)
  else waiting.push(call)
  load?.()
}

/** Shows toast notifications: `toast.success(t('saved'))`. */
export const toast: Toast = {
  success(text, act) {
    const id = randomId()
    const options = act && { action: { label: act.label, onClick: act.onAct }, duration: 15_000, closeButton: true }
    whenShown((show) => void show.success(text, { id, ...options }))
    return () => whenShown((show) => void show.dismiss(id))
  },
  error: (text) => whenShown((show) => void show.error(text)),
  warning: (text) => whenShown((show) => void show.warning(text)),
  info: (text) => whenShown((show) => void show.info(text)),
}

function onReady(show: typeof Show | undefined): void {
  shown = show
  if (!show) return
  for (const call of waiting) call(show)
  waiting = []
}

/** The container for toasts; rendered once, by the shell. */
export function Toaster(): ReactNode {
  const [code, setCode] = useState<typeof import('./toasts.tsx')>()
  useEffect(() => {
    load = () => void import('./toasts.tsx').then(setCode, () => undefined)
    const timer = setTimeout(load, loadAfter)
    return () => {
      clearTimeout(timer)
      load = undefined
    }
  }, [])
  return code && <code.Toasts onReady={onReady} />
}
