import { localTime } from './local-times.ts'
import { morph } from './morph.ts'
import { texts } from './texts.ts'

const everyMs = 30_000

/** Fetches the page again while it is visible and takes over what changed. */
export function keepCurrent(onUpdate: () => void): void {
  let currentAt = Date.now()
  let running = false

  const showStale = (isStale: boolean) => {
    document.querySelector('.stale')?.remove()
    if (!isStale) return
    const note = Object.assign(document.createElement('p'), { className: 'stale', role: 'status' })
    note.textContent = texts.stale.replace('{time}', localTime(currentAt))
    document.querySelector('main')?.prepend(note)
  }

  const update = async () => {
    if (running || document.hidden) return
    running = true
    try {
      // Revalidated: without changes the server answers 304, and the browser has the body.
      const response = await fetch(location.href, { cache: 'no-cache', headers: { accept: 'text/html' } })
      if (!response.ok && response.status !== 404) throw new Error(`status ${response.status}`)
      const next = new DOMParser().parseFromString(await response.text(), 'text/html')
      const parts = document.querySelectorAll('[data-live="banner"], [data-live="blocks"]')
      for (const part of parts) {
        const newer = next.querySelector(`[data-live="${(part as HTMLElement).dataset.live}"]`)
        // The page was switched off, or the server is no longer on it.
        if (!newer) return location.reload()
        morph(part, newer)
      }
      currentAt = Date.now()
      onUpdate()
      showStale(false)
    } catch {
      showStale(true)
    } finally {
      running = false
    }
  }

  if (!document.querySelector('[data-live]')) return
  setInterval(update, everyMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - currentAt >= everyMs) void update()
  })
}
